import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { feedbackRecorded, type RecordFeedback, type RecordOutcome } from '@earshot/contracts-feedback';
import { AppError } from '@earshot/errors';
import { Outbox, type Transaction } from '@earshot/persistence';
import { MetricNames, type LockedMetric, type MetricOf } from '../metrics/metric-names.service.js';
import type { Found, Reference, SessionReference } from '../references/reference.js';
import { subjectKey } from '../references/references.repository.js';
import { nameOf, ReferencesService } from '../references/references.service.js';
import { numberOf, toRecorded } from './value.mapper.js';
import { ValueLedger } from './value-ledger.service.js';
import type { NewValue } from './value.js';
import {
  completionNotFound,
  metricNotFound,
  metricValueInvalid,
  sessionAmbiguous,
  sessionNotFound,
} from './values.errors.js';

/** A request with the call that it comes from. */
export interface Asked<Q> {
  readonly body: Q;
  readonly call: CallContext;
}

/** What became of a request. */
export type Answer = { readonly ok: { id: string } } | { readonly error: AppError };

/** What a value is about, once it is found. */
interface Subject {
  readonly projectId: string;
  readonly completionId: string | null;
  readonly sessionId: string;
  readonly model: string;
  readonly modelId: string | null;
  readonly campaignId: string | null;
  /** When the completion took place; null for a session. */
  readonly tookPlaceAt: Date | null;
}

/** A value that is to be recorded, with what others are told of it. */
interface Arriving {
  readonly row: NewValue;
  readonly metric: LockedMetric;
  readonly tookPlaceAt: Date | null;
  readonly call: CallContext;
}

/** What a request is about, or why it is refused. */
export type SubjectOf<Q> = (body: Q) => Subject | AppError;

/** The rules of values: what they may be, and what about. */
@Injectable()
export class ValuesService {
  constructor(
    private readonly references: ReferencesService,
    private readonly metrics: MetricNames,
    private readonly ledger: ValueLedger,
    private readonly outbox: Outbox,
  ) {}

  /** What these values are about. Asked before the transaction: it may have to wait for events. */
  async completionsOf(asked: readonly Asked<RecordFeedback>[]): Promise<SubjectOf<RecordFeedback>> {
    const completions = await this.references.completions(asked.map(({ body }) => body.completion_id));
    return (body) => completionOf(body, completions);
  }

  /** What these outcomes are about. Asked before the transaction: it may have to wait for events. */
  async sessionsOf(asked: readonly Asked<RecordOutcome>[]): Promise<SubjectOf<RecordOutcome>> {
    const sessions = await this.references.sessions(
      asked.map(({ body }) => ({ sessionId: body.session_id, projectId: body.project_id })),
    );
    return (body) => sessionOf(body, sessions);
  }

  /** Finds the metrics of these, and keeps them from others until the transaction ends. */
  lockMetrics<Q extends RecordFeedback | RecordOutcome>(
    tx: Transaction,
    asked: readonly Asked<Q>[],
    subjectOf: SubjectOf<Q>,
  ): Promise<MetricOf> {
    return this.metrics.lock(tx, asked, subjectOf);
  }

  /** Records values about completions: one answer for each. @param metricOf of {@link lockMetrics} */
  recordFeedback(
    tx: Transaction,
    asked: readonly Asked<RecordFeedback>[],
    subjectOf: SubjectOf<RecordFeedback>,
    metricOf: MetricOf,
  ): Promise<Answer[]> {
    const remarks = ({ reason, details }: RecordFeedback) => ({ origin: 'feedback', reason, details }) as const;
    return this.#record(tx, asked, subjectOf, metricOf, remarks);
  }

  /** Records values about sessions: one answer for each. @param metricOf of {@link lockMetrics} */
  recordOutcomes(
    tx: Transaction,
    asked: readonly Asked<RecordOutcome>[],
    subjectOf: SubjectOf<RecordOutcome>,
    metricOf: MetricOf,
  ): Promise<Answer[]> {
    const remarks = () => ({ origin: 'outcome', reason: null, details: null }) as const;
    return this.#record(tx, asked, subjectOf, metricOf, remarks);
  }

  async #record<Q extends RecordFeedback | RecordOutcome>(
    tx: Transaction,
    asked: readonly Asked<Q>[],
    subjectOf: SubjectOf<Q>,
    metricOf: MetricOf,
    remarks: (body: Q) => Pick<NewValue, 'origin' | 'reason' | 'details'>,
  ): Promise<Answer[]> {
    const arriving: Arriving[] = [];
    const subjects = asked.map(({ body }) => subjectOf(body));
    const found = subjects.flatMap((subject) => (subject instanceof AppError ? [] : [subject]));
    const living = await this.references.living(tx, found);
    // One time for all that came together, taken under the locks: what is recorded later is never older.
    const createdAt = new Date();
    const answers = asked.map(({ body, call }): Answer => {
      const subject = subjectOf(body);
      if (subject instanceof AppError) return { error: subject };
      if (!living.has(subjectKey(subject))) return { error: erasedSince(subject) };
      const metric = metricOf({ projectId: subject.projectId, name: body.metric });
      if (metric === undefined) return { error: metricNotFound(body.metric) };
      const value = numberOf(metric.kind, body.value);
      if (value === undefined) return { error: metricValueInvalid(metric, body.value) };
      const { projectId, completionId, sessionId, model, modelId, campaignId, tookPlaceAt } = subject;
      const about = { projectId, metricId: metric.id, completionId, sessionId, model, modelId, campaignId };
      const row = { id: body.id, ...about, userId: body.user_id, value, ...remarks(body), createdAt };
      arriving.push({ row, metric, tookPlaceAt, call });
      return { ok: { id: body.id } };
    });
    await this.ledger.add(
      tx,
      arriving.map(({ row }) => row),
    );
    const events = arriving.map(({ row, metric, tookPlaceAt, call }) => ({
      event: toRecorded(row, metric, tookPlaceAt),
      call,
    }));
    await this.outbox.events(tx, feedbackRecorded, events);
    return answers;
  }
}

function erasedSince({ completionId, sessionId }: Subject): AppError {
  return completionId === null ? sessionNotFound(sessionId) : completionNotFound(completionId, 'completion_id');
}

function completionOf(body: RecordFeedback, { found, failure }: Found<Reference>): Subject | AppError {
  const reference = found.get(body.completion_id);
  const visible = reference !== undefined && (body.project_id ?? reference.projectId) === reference.projectId;
  if (visible) {
    const { projectId, completionId, sessionId, model, modelId, campaignId, createdAt } = reference;
    return { projectId, completionId, sessionId, model, modelId, campaignId, tookPlaceAt: createdAt };
  }
  return reference === undefined && failure ? failure : completionNotFound(body.completion_id, 'completion_id');
}

function sessionOf(body: RecordOutcome, { found, failure }: Found<readonly SessionReference[]>): Subject | AppError {
  const sessions = found.get(nameOf({ sessionId: body.session_id, projectId: body.project_id }));
  const [session, another] = sessions ?? [];
  if (session === undefined) return failure ?? sessionNotFound(body.session_id);
  return another === undefined
    ? { ...session, completionId: null, tookPlaceAt: null }
    : sessionAmbiguous(body.session_id);
}
