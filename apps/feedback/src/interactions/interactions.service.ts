import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { feedbackRecorded } from '@earshot/contracts-feedback';
import type {
  InteractionFeedback,
  InteractionImported,
  InteractionRecorded,
  InteractionStarted,
} from '@earshot/contracts-interactions';
import { Outbox, type Transaction } from '@earshot/persistence';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { campaignIdOf, ofImported, ofRecorded, ofStarted } from '../references/reference.mapper.js';
import { ReferencesRepository } from '../references/references.repository.js';
import { ValueLedger } from '../values/value-ledger.service.js';
import { numberOf, toRecorded } from '../values/value.mapper.js';
import { ValuesRepository } from '../values/values.repository.js';

interface Heard<Event> {
  readonly body: Event;
  readonly call: CallContext;
}

/** Keeps what feedback may be about, and what was said about imported interactions. */
@Injectable()
export class InteractionsService {
  constructor(
    private readonly references: ReferencesRepository,
    private readonly values: ValuesRepository,
    private readonly metrics: MetricsRepository,
    private readonly ledger: ValueLedger,
    private readonly outbox: Outbox,
  ) {}

  /** From now on feedback about their completions is taken. */
  async started(tx: Transaction, events: readonly Heard<InteractionStarted>[]): Promise<void> {
    await this.references.add(
      tx,
      events.flatMap(({ body }) => ofStarted(body)),
      false,
    );
  }

  /** The record says for good which model answered: it may be another one than was announced, and feedback may have come before. */
  async recorded(tx: Transaction, events: readonly Heard<InteractionRecorded>[]): Promise<void> {
    const references = events.flatMap(({ body }) => ofRecorded(body));
    await this.ledger.relabel(tx, await this.references.add(tx, references, true));
  }

  /** With an imported interaction comes what was said about it. What was said under a metric that is gone by now goes with the metric. */
  async imported(tx: Transaction, events: readonly Heard<InteractionImported>[]): Promise<void> {
    await this.references.add(
      tx,
      events.map(({ body }) => ofImported(body)),
      true,
    );
    const said = await this.#saidOf(tx, events);
    if (said.length === 0) return;
    const ids = said.map(({ feedback }) => feedback.metric_id);
    const metrics = new Map((await this.metrics.lockAll(tx, { ids, keys: [] })).map((metric) => [metric.id, metric]));
    const known = await this.values.known(
      tx,
      said.map(({ feedback }) => feedback.id),
    );
    const arriving = said.flatMap(({ body, feedback, call }) => {
      const metric = metrics.get(feedback.metric_id);
      const value = metric && numberOf(metric.kind, feedback.value);
      if (metric === undefined || value === undefined || known.has(feedback.id)) return [];
      known.add(feedback.id);
      return [{ row: toRow(body, feedback, value), metric, call, tookPlaceAt: new Date(body.created_at) }];
    });
    await this.ledger.add(
      tx,
      arriving.map(({ row }) => row),
    );
    const facts = arriving.map(({ row, metric, call, tookPlaceAt }) => ({
      event: toRecorded(row, metric, tookPlaceAt),
      call,
    }));
    await this.outbox.events(tx, feedbackRecorded, facts);
  }

  /** What was said about those that are kept: others are erased already. */
  async #saidOf(tx: Transaction, events: readonly Heard<InteractionImported>[]) {
    const said = events.flatMap(({ body, call }) => body.feedbacks.map((feedback) => ({ body, feedback, call })));
    if (said.length === 0) return [];
    const ids = said.map(({ body }) => body.completion_id);
    const kept = new Set((await this.references.completions(tx, ids)).map(({ completionId }) => completionId));
    return said.filter(({ body }) => kept.has(body.completion_id));
  }
}

function toRow(body: InteractionImported, feedback: InteractionFeedback, value: number) {
  return {
    id: feedback.id,
    projectId: body.project_id,
    metricId: feedback.metric_id,
    origin: 'import' as const,
    completionId: body.completion_id,
    sessionId: body.session_id,
    model: body.model ?? '',
    modelId: body.model_id,
    campaignId: campaignIdOf(body.ab_campaign),
    // Imports do not say who said it, so none takes another's place.
    userId: null,
    value,
    reason: feedback.reason,
    details: feedback.details,
    createdAt: new Date(feedback.created_at),
  };
}
