import { DeadlineError } from './errors.js';

/**
 * Passes a body on, and fails if nothing arrives for some time: a connection that broke without a word.
 *
 * @throws DeadlineError on reading, after `idleMs` without a byte
 */
export function withIdleLimit(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  idleMs: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const idle = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new DeadlineError(`Nothing arrived for ${idleMs} ms.`)), idleMs);
      });
      try {
        const { done, value } = await Promise.race([reader.read(), idle]);
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        await reader.cancel(error).catch(() => undefined);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
