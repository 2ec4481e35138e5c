import { AppError, type ErrorType } from '@earshot/errors';
import type { ChatTask } from './chat-task.js';
import { countFallback } from './chat.metrics.js';
import type { AnswerEvent } from './tools/tool-round.js';

/** Retry window of a model that has fallbacks, in ms. */
const retryWindowMs = 2_000;

/** Errors of a model or provider that another model may not have. */
const fallbackErrors: ReadonlySet<ErrorType> = new Set([
  'upstream_error',
  'overloaded_error',
  'timeout_error',
  'server_error',
]);

/** Calls the model of a task. @param retryUntil see ProviderChatRequest */
export type AnswerTask<Event = AnswerEvent> = (task: ChatTask, retryUntil: number) => AsyncIterable<Event[]>;

/** The first answer of several models. Calls the next only before any output, and never for an error of the caller. */
export class FallbackAnswer<Event = AnswerEvent> implements AsyncIterable<Event[]> {
  /** The task whose model answers, from the first events on. Before that, and if none answers, the first task. */
  task: ChatTask;

  /** @param deadlineAt when the caller stops waiting, ms since 1970. */
  constructor(
    private readonly tasks: readonly ChatTask[],
    private readonly answerTask: AnswerTask<Event>,
    private readonly signal: AbortSignal,
    private readonly deadlineAt: number,
  ) {
    this.task = tasks[0]!;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event[], void, void> {
    let failure: unknown;
    for (const task of this.tasks) {
      let hasStarted = false;
      try {
        for await (const events of this.answerTask(task, this.#retryUntil(task))) {
          hasStarted = true;
          this.task = task;
          yield events;
        }
        return;
      } catch (error) {
        if (hasStarted || this.signal.aborted || !mayFallBack(error, failure)) throw error;
        failure ??= error;
      }
      if (task !== this.tasks.at(-1)) countFallback((failure as AppError).code);
    }
    throw failure;
  }

  #retryUntil(task: ChatTask): number {
    return task === this.tasks.at(-1) ? this.deadlineAt : Math.min(this.deadlineAt, Date.now() + retryWindowMs);
  }
}

/** @param first error of the requested model; once there is one, any AppError leads to the next model. */
function mayFallBack(error: unknown, first: unknown): boolean {
  return error instanceof AppError && (first !== undefined || fallbackErrors.has(error.type));
}
