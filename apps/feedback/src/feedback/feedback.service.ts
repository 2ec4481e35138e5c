import { Injectable } from '@nestjs/common';
import type { CallContext, Received } from '@earshot/contracts-core';
import { feedbackRecorded, type RecordFeedback, type RecordOutcome } from '@earshot/contracts-feedback';
import { AppError } from '@earshot/errors';
import { now, Outbox, type Transaction } from '@earshot/persistence';
import { MetricNames, type LockedMetric, type MetricOf } from '../metrics/metric-names.service.js';
import type { Found, Reference, SessionReference } from '../references/reference.js';
import { ReferencesRepository, subjectKey } from '../references/references.repository.js';
import { sessionKey, ReferencesService } from '../references/references.service.js';
import { numberOf, toRecorded } from './feedback.mapper.js';
import { FeedbackWriter } from './feedback-writer.service.js';
import type { NewFeedback } from './feedback.js';
import { metricNotFound } from '../metrics/metrics.errors.js';
import { completionNotFound, metricValueInvalid, sessionAmbiguous, sessionNotFound } from './feedback.errors.js';

/** The answer to a request. */
export type Answer = { readonly ok: { id: string } } | { readonly error: AppError };

/** The completion or session that feedback is about. */
interface Subject {
  readonly project_id: string;
  readonly completion_id: string | null;
  readonly session_id: string;
  readonly model: string;
  readonly model_id: string | null;
  readonly campaign_id: string | null;
  /** null for a session. */
  readonly completion_created_at: string | null;
}

/** Feedback to record and publish. */
interface AddedFeedback {
  readonly row: NewFeedback;
  readonly metric: LockedMetric;
  readonly completion_created_at: string | null;
  readonly call: CallContext;
}

/** Returns the subject of a request, or its error. */
export type SubjectOf<Q> = (body: Q) => Subject | AppError;

/** Records feedback and outcomes. */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly references: ReferencesService,
    private readonly referenceRows: ReferencesRepository,
    private readonly metrics: MetricNames,
    private readonly writer: FeedbackWriter,
    private readonly outbox: Outbox,
  ) {}

  /** Looks up the completions of feedback. Call it before the transaction: it may wait for events. */
  async completionsOf(requests: readonly Received<RecordFeedback>[]): Promise<SubjectOf<RecordFeedback>> {
    const completions = await this.references.completions(requests.map(({ body }) => body.completion_id));
    return (body) => completionOf(body, completions);
  }

  /** Looks up the sessions of outcomes. Call it before the transaction: it may wait for events. */
  async sessionsOf(requests: readonly Received<RecordOutcome>[]): Promise<SubjectOf<RecordOutcome>> {
    const sessions = await this.references.sessions(
      requests.map(({ body }) => ({ session_id: body.session_id, project_id: body.project_id })),
    );
    return (body) => sessionOf(body, sessions);
  }

  /** Looks up and locks the metrics of requests. */
  lockMetrics<Q extends RecordFeedback | RecordOutcome>(
    tx: Transaction,
    requests: readonly Received<Q>[],
    subjectOf: SubjectOf<Q>,
  ): Promise<MetricOf> {
    return this.metrics.lock(tx, requests, subjectOf);
  }

  /** Records feedback; returns one answer for each request. @param metricOf of {@link lockMetrics} */
  recordFeedback(
    tx: Transaction,
    requests: readonly Received<RecordFeedback>[],
    subjectOf: SubjectOf<RecordFeedback>,
    metricOf: MetricOf,
  ): Promise<Answer[]> {
    const given = ({ project_id: _project, metric: _metric, value: _value, ...fields }: RecordFeedback) =>
      ({ ...fields, origin: 'feedback' }) as const;
    return this.#record(tx, requests, subjectOf, metricOf, given);
  }

  /** Records outcomes; returns one answer for each request. @param metricOf of {@link lockMetrics} */
  recordOutcomes(
    tx: Transaction,
    requests: readonly Received<RecordOutcome>[],
    subjectOf: SubjectOf<RecordOutcome>,
    metricOf: MetricOf,
  ): Promise<Answer[]> {
    const given = ({ id, user_id }: RecordOutcome) =>
      ({ id, user_id, origin: 'outcome', reason: null, details: null }) as const;
    return this.#record(tx, requests, subjectOf, metricOf, given);
  }

  async #record<Q extends RecordFeedback | RecordOutcome>(
    tx: Transaction,
    requests: readonly Received<Q>[],
    subjectOf: SubjectOf<Q>,
    metricOf: MetricOf,
    given: (body: Q) => Omit<NewFeedback, keyof Subject | 'metric_id' | 'value' | 'created_at'>,
  ): Promise<Answer[]> {
    const added: AddedFeedback[] = [];
    const subjects = requests.map(({ body }) => subjectOf(body));
    const found = subjects.flatMap((subject) => (subject instanceof AppError ? [] : [subject]));
    const living = await this.referenceRows.living(tx, found);
    // Taken under the locks, so that later feedback is never older.
    const created_at = now();
    const answers = requests.map(({ body, call }): Answer => {
      const subject = subjectOf(body);
      if (subject instanceof AppError) return { error: subject };
      if (!living.has(subjectKey(subject))) return { error: erasedSince(subject) };
      const metric = metricOf({ project_id: subject.project_id, name: body.metric });
      if (metric === undefined) return { error: metricNotFound(body.metric) };
      const value = numberOf(metric.kind, body.value);
      if (value === undefined) return { error: metricValueInvalid(metric, body.value) };
      const { completion_created_at, ...about } = subject;
      const row = { ...given(body), ...about, metric_id: metric.id, value, created_at };
      added.push({ row, metric, completion_created_at, call });
      return { ok: { id: body.id } };
    });
    await this.writer.add(
      tx,
      added.map(({ row }) => row),
    );
    const events = added.map(({ row, metric, completion_created_at, call }) => ({
      event: toRecorded(row, metric, completion_created_at),
      call,
    }));
    await this.outbox.events(tx, feedbackRecorded, events);
    return answers;
  }
}

function erasedSince({ completion_id, session_id }: Subject): AppError {
  return completion_id === null ? sessionNotFound(session_id) : completionNotFound(completion_id, 'completion_id');
}

function completionOf(body: RecordFeedback, { found, failure }: Found<Reference>): Subject | AppError {
  const reference = found.get(body.completion_id);
  const visible = reference !== undefined && (body.project_id ?? reference.project_id) === reference.project_id;
  if (visible) {
    const { project_id, completion_id, session_id, model, model_id, campaign_id, created_at } = reference;
    return { project_id, completion_id, session_id, model, model_id, campaign_id, completion_created_at: created_at };
  }
  return reference === undefined && failure ? failure : completionNotFound(body.completion_id, 'completion_id');
}

function sessionOf(body: RecordOutcome, { found, failure }: Found<readonly SessionReference[]>): Subject | AppError {
  const sessions = found.get(sessionKey({ session_id: body.session_id, project_id: body.project_id }));
  const [session, another] = sessions ?? [];
  if (session === undefined) return failure ?? sessionNotFound(body.session_id);
  return another === undefined
    ? { ...session, completion_id: null, completion_created_at: null }
    : sessionAmbiguous(body.session_id);
}
