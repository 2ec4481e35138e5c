/** The same, but that an abort ends the wait for it. */
export async function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return answer;
  let leave: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
  });
  return Promise.race([answer, aborted]).finally(() => signal.removeEventListener('abort', leave));
}
