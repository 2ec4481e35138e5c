import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Rendered, TemplateArguments } from './render.js';

/** Finds the built worker, also from the bundle of a service, and where tests run the sources. */
const { resolve } = createRequire(import.meta.url);

/** Memory limit: several times the cached templates and one rendering. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };

/** Time limit of one rendering: prompts take well below a millisecond, and a busy machine must not trigger it. */
const renderLimitMs = 1_000;

/** Time limit of the start, which takes 60 ms. */
const startLimitMs = 30_000;

/** A thread that renders one template at a time. It starts with the first one, and again after a termination. */
export class TemplateThread {
  #worker: Worker | null = null;

  /** Renders a template of at most 64 Ki characters with at most 64 KiB of arguments. One at a time. */
  async render(template: string, args: TemplateArguments): Promise<Rendered> {
    const worker = (this.#worker ??= await this.#start());
    worker.ref();
    worker.postMessage({ template, args });
    try {
      const [rendered] = (await once(worker, 'message', { signal: AbortSignal.timeout(renderLimitMs) })) as [Rendered];
      worker.unref();
      return rendered;
    } catch (error) {
      await this.close();
      const isTimeout = error instanceof Error && error.name === 'AbortError';
      return {
        kind: 'too_expensive',
        why: isTimeout ? `it took longer than ${renderLimitMs} ms` : 'it took too much memory',
      };
    }
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(resolve('@earshot/prompt-template/worker'), { resourceLimits });
    // Callers get the error; without a listener it would end the process.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    await once(worker, 'message', { signal: AbortSignal.timeout(startLimitMs) });
    return worker;
  }
}
