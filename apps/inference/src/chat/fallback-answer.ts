import { AppError, type ErrorType } from '@earshot/errors';
import type { ChatTask } from './chat-task.js';
import { countFallback } from './chat.metrics.js';
import type { AnswerEvent } from './tools/tool-round.js';

/** How long a model that has others to answer for it may be asked again, in ms: then the next one is the better hope. */
const patienceMs = 2_000;

/** What is nobody's fault but a model's or its provider's, and may be better elsewhere. */
const elsewhere: ReadonlySet<ErrorType> = new Set([
  'upstream_error',
  'overloaded_error',
  'timeout_error',
  'server_error',
]);

/** Asks the model of a task. @param retryUntil see ProviderChatRequest */
export type Ask<Event = AnswerEvent> = (task: ChatTask, retryUntil: number) => AsyncIterable<Event[]>;

/**
 * The answer of the first of several models that gives one. Another is asked only while there is nothing of an answer, and not about what
 * the caller got wrong. When none answers, the error is that of the first: it is the model that the caller asked for.
 */
export class FallbackAnswer<Event = AnswerEvent> implements AsyncIterable<Event[]> {
  /** Who answers; not known before the first events, and the first one when none does. */
  task: ChatTask;

  /**
   * @param tasks at least one.
   * @param deadlineAt when nobody waits any more, ms since 1970.
   */
  constructor(
    private readonly tasks: readonly ChatTask[],
    private readonly ask: Ask<Event>,
    private readonly signal: AbortSignal,
    private readonly deadlineAt: number,
  ) {
    this.task = tasks[0]!;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event[], void, void> {
    let failure: unknown;
    for (const task of this.tasks) {
      let begun = false;
      try {
        for await (const events of this.ask(task, this.#retryUntil(task))) {
          begun = true;
          this.task = task;
          yield events;
        }
        return;
      } catch (error) {
        if (begun || this.signal.aborted || !mayBeBetterElsewhere(error, failure)) throw error;
        failure ??= error;
      }
      if (task !== this.tasks.at(-1)) countFallback((failure as AppError).code);
    }
    throw failure;
  }

  #retryUntil(task: ChatTask): number {
    return task === this.tasks.at(-1) ? this.deadlineAt : Math.min(this.deadlineAt, Date.now() + patienceMs);
  }
}

/** @param first the error of the model that was asked for, once it has one: from then on every refusal leads to the next model. */
function mayBeBetterElsewhere(error: unknown, first: unknown): boolean {
  return error instanceof AppError && (first !== undefined || elsewhere.has(error.type));
}
