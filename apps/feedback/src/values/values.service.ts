import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { feedbackRecorded, type RecordFeedback, type RecordOutcome } from '@earshot/contracts-feedback';
import { AppError } from '@earshot/errors';
import { Outbox, type Transaction } from '@earshot/persistence';
import { MetricNames, type LockedMetric } from '../metrics/metric-names.service.js';
import type { Found, Reference, SessionReference } from '../references/reference.js';
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

/** A request whose subject is known, or that is refused. */
type Placed<Q> = Asked<Q> & { readonly subject: Subject | AppError };

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
  completionsOf(asked: readonly Asked<RecordFeedback>[]): Promise<Found<Reference>> {
    return this.references.completions(asked.map(({ body }) => body.completion_id));
  }

  /** What these outcomes are about. Asked before the transaction: it may have to wait for events. */
  sessionsOf(asked: readonly Asked<RecordOutcome>[]): Promise<Found<readonly SessionReference[]>> {
    return this.references.sessions(
      asked.map(({ body }) => ({ sessionId: body.session_id, projectId: body.project_id })),
    );
  }

  /** Records values about completions: one answer for each. */
  recordFeedback(tx: Transaction, asked: readonly Asked<RecordFeedback>[], completions: Found<Reference>) {
    const placed = asked.map((one) => ({ ...one, subject: completionOf(one.body, completions) }));
    return this.#record(tx, placed, ({ reason, details }) => ({ origin: 'feedback', reason, details }));
  }

  /** Records values about sessions: one answer for each. */
  recordOutcomes(
    tx: Transaction,
    asked: readonly Asked<RecordOutcome>[],
    sessions: Found<readonly SessionReference[]>,
  ) {
    const placed = asked.map((one) => ({ ...one, subject: sessionOf(one.body, sessions) }));
    return this.#record(tx, placed, () => ({ origin: 'outcome', reason: null, details: null }));
  }

  async #record<Q extends RecordFeedback | RecordOutcome>(
    tx: Transaction,
    placed: readonly Placed<Q>[],
    remarks: (body: Q) => Pick<NewValue, 'origin' | 'reason' | 'details'>,
  ): Promise<Answer[]> {
    const names = placed.flatMap(({ body, subject }) =>
      subject instanceof AppError ? [] : [{ projectId: subject.projectId, name: body.metric }],
    );
    const metricOf = await this.metrics.lock(tx, names);
    const arriving: Arriving[] = [];
    // One time for all that came together, taken under the locks: what is recorded later is never older.
    const createdAt = new Date();
    const answers = placed.map(({ body, subject, call }): Answer => {
      if (subject instanceof AppError) return { error: subject };
      const metric = metricOf({ projectId: subject.projectId, name: body.metric });
      if (metric === undefined) return { error: metricNotFound(body.metric) };
      const value = numberOf(metric.kind, body.value);
      if (value === undefined) return { error: metricValueInvalid(metric, body.value) };
      const { tookPlaceAt, ...about } = subject;
      const said = { userId: body.user_id, value, ...remarks(body), createdAt };
      arriving.push({ row: { id: body.id, metricId: metric.id, ...about, ...said }, metric, tookPlaceAt, call });
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
