import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fromWireError } from '@earshot/errors';
import type { ThreadMessage } from './thread-message.js';

/** What runs is what is built, also where tests run the sources. */
const built = new URL('../../dist/', import.meta.url);

/**
 * What passes through dies young: with V8's own 48 MiB for it, a thread would take twice the memory that it needs. The other limit is more than a
 * line of a dataset ever needs; without one V8 lets garbage pile up, where the machine has much memory.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

/** Who runs a thread. */
export interface ThreadOwner<News, Question, Answer> {
  /** Ends the thread, at once. */
  readonly signal?: AbortSignal | undefined;
  readonly onNews?: (news: News) => Promise<void> | void;
  readonly onQuestion?: (question: Question) => Promise<Answer>;
}

/**
 * Has a task done in a thread of its own, so that this one has time for others. What it takes of memory is given back at its end.
 *
 * @param file in `src`, as `datasets/conversion.worker.js`, which calls `threadWork`. @param task is copied.
 * @throws whatever the task fails with, of which `AppError`s stay what they are; the reason of the abort.
 */
export async function runThread<Task, Result, News = never, Question = never, Answer = never>(
  file: string,
  task: Task,
  { signal, onNews, onQuestion }: ThreadOwner<News, Question, Answer>,
): Promise<Result> {
  signal?.throwIfAborted();
  const thread = new Worker(new URL(file, built), { workerData: task, resourceLimits });
  // What fails after its last word is nobody's, and would end this process too.
  thread.on('error', () => undefined);
  const messages = on(thread, 'message', {
    ...(signal && { signal }),
    close: ['exit'],
  }) as AsyncIterable<[ThreadMessage<News, Question, Result>]>;
  try {
    for await (const [message] of messages) {
      if (message.kind === 'end') return message.result;
      if (message.kind === 'failure') throw fromWireError(message.error);
      if (message.kind === 'news') await onNews?.(message.news);
      else thread.postMessage(await onQuestion?.(message.question));
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    await thread.terminate();
  }
  throw new Error(`the thread of ${file} ended before its work`);
}
