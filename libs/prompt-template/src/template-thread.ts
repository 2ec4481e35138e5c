import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Rendered, TemplateArguments } from './render.js';

/** What runs is what is built, also where tests run the sources. */
const file = new URL('../dist/template.worker.js', import.meta.url);

/** Several times what the parsed templates and one rendering take. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };

/** Prompts take well below a millisecond: this is for templates that keep a filter busy, and not for a machine that is busy with something else. */
const renderLimitMs = 1_000;

/** Far more than the 60 ms that it takes. */
const startLimitMs = 30_000;

/** A thread that renders one template after the other. It is started for the first one, and again after one that had to be ended. */
export class TemplateThread {
  #worker: Worker | null = null;

  /** Renders a template of at most 64 Ki characters with arguments of at most 64 KiB. One at a time; the arguments are copied. */
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
      const late = error instanceof Error && error.name === 'AbortError';
      return {
        kind: 'too_expensive',
        why: late ? `it took longer than ${renderLimitMs} ms` : 'it took too much memory',
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
    const worker = new Worker(file, { resourceLimits });
    // Who waits for it is told; where nobody does it would end the process.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    await once(worker, 'message', { signal: AbortSignal.timeout(startLimitMs) });
    return worker;
  }
}
