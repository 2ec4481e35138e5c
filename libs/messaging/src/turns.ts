/** Resolves after so many turns of the event loop, in each of which what has arrived is dealt with first. */
export function turns(count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    const next = (): void => {
      left -= 1;
      if (left > 0) setImmediate(next);
      else resolve();
    };
    setImmediate(next);
  });
}
