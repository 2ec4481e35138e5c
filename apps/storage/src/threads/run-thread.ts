import { on } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { fromWireError } from '@earshot/errors';
import type { ThreadMessage } from './thread-work.js';

/** Finds the build output of a worker, also from the bundle, and when tests run the sources. */
const { resolve } = createRequire(import.meta.url);

/**
 * Most objects are short-lived, so V8's default of 48 MiB for the young generation would double the memory of a thread.
 * The other limit exceeds what any line needs; without it V8 lets garbage grow on machines with much memory.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

/** Callbacks of the thread that starts a worker. */
export interface ThreadOwner<Event, Request, Response> {
  /** Terminates the worker at once. */
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: (event: Event) => Promise<void> | void;
  readonly onRequest?: (request: Request) => Promise<Response>;
}

/**
 * Runs a task in a worker thread, so that the event loop stays responsive. Its memory is freed at the end.
 *
 * @param file path in `src`, for example `datasets/conversion.worker.js`; it calls `threadWork`. @param task is copied.
 * @throws the error of the task, an `AppError` as such; the reason of the abort.
 */
export async function runThread<Task, Result, Event = never, Request = never, Response = never>(
  file: string,
  task: Task,
  { signal, onEvent, onRequest }: ThreadOwner<Event, Request, Response>,
): Promise<Result> {
  signal?.throwIfAborted();
  const thread = new Worker(resolve(`#built/${file}`), { workerData: task, resourceLimits });
  // Without a listener an error after the last message would end this process.
  thread.on('error', () => undefined);
  const messages = on(thread, 'message', {
    ...(signal && { signal }),
    close: ['exit'],
  }) as AsyncIterable<[ThreadMessage<Event, Request, Result>]>;
  try {
    for await (const [message] of messages) {
      if (message.kind === 'end') return message.result;
      if (message.kind === 'error') throw fromWireError(message.error);
      if (message.kind === 'event') await onEvent?.(message.event);
      else thread.postMessage(await onRequest?.(message.request));
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    await thread.terminate();
  }
  throw new Error(`the worker ${file} exited before it finished`);
}
