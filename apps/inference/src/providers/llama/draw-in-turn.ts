import type { LlamaContext } from 'node-llama-cpp';

/** The part of node-llama-cpp's native context that draws a token from the results of a batch. */
interface NativeContext {
  sampleToken(...args: unknown[]): Promise<unknown>;
}

/**
 * Has a context draw its tokens one after another.
 *
 * node-llama-cpp draws those of a batch on several threads. Whichever reads the results first puts their rows into the
 * order of the batch (llama.cpp, `llama_context::output_reorder`); two threads at once exchange them twice, and answers
 * go on with each other's words.
 *
 * @throws Error if the engine no longer draws them this way: then read what it does instead.
 */
export function drawInTurn(context: LlamaContext): void {
  const native = (context as unknown as { _ctx?: Partial<NativeContext> })._ctx;
  const draw = native?.sampleToken?.bind(native);
  if (native === undefined || draw === undefined) throw new Error('node-llama-cpp draws tokens in an unknown way');
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (...args: unknown[]) => {
    const drawn = last.then(() => draw(...args));
    last = drawn.catch(() => undefined);
    return drawn;
  };
  // The native object's own methods cannot be assigned to.
  Object.defineProperty(native, 'sampleToken', { value: inTurn });
}
