import type { CallOptions, Http } from '../http/http.js';
import type { ComparisonInput, FeedbackInput, FeedbackValue, OutcomeInput } from '../types.js';
import { completionIdOf, type Answer } from './answer.js';
import { FeedbackBatch, type BatchOptions } from './batch.js';
import { record, type FeedbackEvent } from './event.js';

/** What else to say about feedback: who gave it, why, and in which project. */
export type FeedbackDetails = Pick<FeedbackInput, 'user_id' | 'reason' | 'details' | 'project'>;

/** Options of one record. */
export interface RecordOptions extends CallOptions {
  /** Records once under this key, however often it is called. Default: a new one for each call. */
  readonly idempotencyKey?: string;
}

/** Which answer of several choices is meant. */
export interface ChoiceOptions {
  /** Index of the choice. Default: the only one. */
  readonly choice?: number;
}

/** Records feedback, outcomes and comparisons. A method resolves once Earshot has stored the record. */
export class Feedback {
  constructor(private readonly http: Http) {}

  /** Chooses the answer to record feedback on. It need not be complete: any chunk of it will do. */
  of(answer: Answer, { choice }: ChoiceOptions = {}): AnswerFeedback {
    return new AnswerFeedback(completionIdOf(answer, choice), (body, options) =>
      this.#record('feedback', body, options),
    );
  }

  /** Records how a session ended. @returns the id of the outcome */
  outcome(body: OutcomeInput, options: RecordOptions = {}): Promise<string> {
    return this.#record('outcome', body, options);
  }

  /** Records which of two completions is better. @returns the id of the comparison */
  comparison(body: ComparisonInput, options: RecordOptions = {}): Promise<string> {
    return this.#record('comparison', body, options);
  }

  /** Returns a queue that records in the background. */
  batch(options: BatchOptions = {}): FeedbackBatch {
    return new FeedbackBatch(this.http, options);
  }

  #record<Kind extends FeedbackEvent['kind']>(
    kind: Kind,
    body: Extract<FeedbackEvent, { kind: Kind }>['body'],
    { idempotencyKey = crypto.randomUUID(), signal }: RecordOptions,
  ): Promise<string> {
    return record(this.http, { kind, body, idempotencyKey } as FeedbackEvent, { signal });
  }
}

/** Records feedback on one answer. */
export class AnswerFeedback {
  constructor(
    /** Id of the completion that the feedback is about. */
    readonly completionId: string,
    private readonly send: (body: FeedbackInput, options: RecordOptions) => Promise<string>,
  ) {}

  /**
   * Records a value under a metric of the project.
   *
   * @returns the id of the feedback
   */
  log(metric: string, value: FeedbackValue, options: FeedbackDetails & RecordOptions = {}): Promise<string> {
    const { idempotencyKey, signal, ...details } = options;
    const body = { completion_id: this.completionId, metric, value, ...details };
    return this.send(body, { ...(idempotencyKey !== undefined && { idempotencyKey }), ...(signal && { signal }) });
  }
}
