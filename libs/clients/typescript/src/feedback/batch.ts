import { EarshotError, UsageError } from '../http/errors.js';
import type { Http } from '../http/http.js';
import type { ComparisonInput, FeedbackValue, OutcomeInput } from '../types.js';
import { completionIdOf, type Answer } from './answer.js';
import { record, type FeedbackEvent } from './event.js';
import type { ChoiceOptions, FeedbackDetails } from './feedback.js';

/** An event that could not be recorded, with the reason. Send it again with its key, and it is recorded once. */
export interface LostEvent {
  readonly event: FeedbackEvent;
  readonly error: unknown;
}

/** Options of a batch. */
export interface BatchOptions {
  /** Events that may wait, sent ones included. Default: 1,000. */
  readonly maxEvents?: number;
  /** Requests at a time. Default: 8. */
  readonly concurrency?: number;
  /** Time for which one event is retried, ms. Default: 10 minutes. */
  readonly deadlineMs?: number;
  /** Called for each event that could not be recorded. Without it, `flush` throws a {@link BatchError} with them. */
  readonly onLost?: (lost: LostEvent) => void;
}

/** The batch is full: events arrive faster than they are recorded. Wait for `ready()`. */
export class BatchFullError extends EarshotError {
  override readonly name = 'BatchFullError';
}

/** Some events could not be recorded. */
export class BatchError extends EarshotError {
  override readonly name = 'BatchError';

  constructor(readonly lost: readonly LostEvent[]) {
    super(`${lost.length} events could not be recorded. The first error: ${String(lost[0]?.error)}`);
  }
}

const tenMinutesMs = 600_000;

/**
 * A queue that records in the background, so that no user waits for it. It is bounded, and loses no event silently: one
 * that does not fit throws, and one that cannot be recorded is given to `onLost` or thrown by `flush`.
 */
export class FeedbackBatch {
  readonly #http: Http;
  readonly #maxEvents: number;
  readonly #concurrency: number;
  readonly #onLost: ((lost: LostEvent) => void) | undefined;
  readonly #waiting: FeedbackEvent[] = [];
  readonly #sending = new Set<Promise<void>>();
  readonly #changes = new EventTarget();
  #lost: LostEvent[] = [];
  #closed = false;

  constructor(http: Http, options: BatchOptions) {
    const { maxEvents = 1_000, concurrency = 8, deadlineMs = tenMinutesMs, onLost } = options;
    // The deadline ends the attempts, whose waits grow to 15 s.
    this.#http = http.withPolicy({ deadlineMs, maxAttempts: Number.POSITIVE_INFINITY });
    this.#maxEvents = maxEvents;
    this.#concurrency = concurrency;
    this.#onLost = onLost;
  }

  /** Number of events that are not recorded yet, or were lost since the last `flush`. */
  get size(): number {
    return this.#waiting.length + this.#sending.size + this.#lost.length;
  }

  /** Chooses the answer to record feedback on, as `feedback.of`. */
  of(answer: Answer, { choice }: ChoiceOptions = {}): BatchedAnswerFeedback {
    const completion_id = completionIdOf(answer, choice);
    return {
      log: (metric, value, details = {}) =>
        this.#add({ kind: 'feedback', body: { completion_id, metric, value, ...details }, idempotencyKey: newKey() }),
    };
  }

  /** Adds how a session ended. */
  outcome(body: OutcomeInput): void {
    this.#add({ kind: 'outcome', body, idempotencyKey: newKey() });
  }

  /** Adds which of two completions is better. */
  comparison(body: ComparisonInput): void {
    this.#add({ kind: 'comparison', body, idempotencyKey: newKey() });
  }

  /** Resolves once there is room for an event. */
  async ready(): Promise<void> {
    while (this.size >= this.#maxEvents && this.#sending.size > 0) await this.#change();
  }

  /**
   * Waits until every event has been recorded or lost.
   *
   * @throws BatchError with the lost events, unless there is an `onLost`
   */
  async flush(): Promise<void> {
    while (this.#sending.size > 0) await this.#change();
    const lost = this.#lost;
    this.#lost = [];
    if (lost.length > 0) throw new BatchError(lost);
  }

  /** Flushes, and takes no more events. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.flush();
  }

  #add(event: FeedbackEvent): void {
    if (this.#closed) throw new UsageError('The batch is closed. Create another one.');
    if (this.size >= this.#maxEvents) {
      throw new BatchFullError(
        `The batch is full: ${this.#maxEvents} events wait or were lost. Call \`await batch.ready()\` before adding, ` +
          'and `await batch.flush()` to get those that were lost.',
      );
    }
    this.#waiting.push(event);
    this.#sendMore();
  }

  #sendMore(): void {
    while (this.#sending.size < this.#concurrency) {
      const event = this.#waiting.shift();
      if (event === undefined) return;
      const sending: Promise<void> = this.#send(event).finally(() => {
        this.#sending.delete(sending);
        this.#sendMore();
        this.#changes.dispatchEvent(new Event('change'));
      });
      this.#sending.add(sending);
    }
  }

  async #send(event: FeedbackEvent): Promise<void> {
    try {
      await record(this.#http, event);
    } catch (error) {
      if (this.#onLost) this.#onLost({ event, error });
      else this.#lost.push({ event, error });
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#changes.addEventListener('change', () => resolve(), { once: true }));
  }
}

/** Adds feedback on one answer to a batch. */
export interface BatchedAnswerFeedback {
  /**
   * Adds a value under a metric of the project. It is recorded in the background.
   *
   * @throws BatchFullError if there is no room for it
   */
  log(metric: string, value: FeedbackValue, details?: FeedbackDetails): void;
}

function newKey(): string {
  return crypto.randomUUID();
}
