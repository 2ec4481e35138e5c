import { Injectable } from '@nestjs/common';
import type { Received } from '@earshot/contracts-core';
import { feedbackRecorded } from '@earshot/contracts-feedback';
import type {
  InteractionFeedback,
  InteractionImported,
  InteractionRecorded,
  InteractionStarted,
} from '@earshot/contracts-interactions';
import { Outbox, type Transaction } from '@earshot/persistence';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { campaignIdOf, ofImported, ofRecorded, ofStarted } from '../references/reference.js';
import { ReferencesRepository } from '../references/references.repository.js';
import { FeedbackWriter } from '../feedback/feedback-writer.service.js';
import { numberOf, toRecorded } from '../feedback/feedback.mapper.js';
import type { NewFeedback } from '../feedback/feedback.js';
import { FeedbackRepository } from '../feedback/feedback.repository.js';

/** Stores references to completions, and the feedback of imported interactions. */
@Injectable()
export class InteractionsService {
  constructor(
    private readonly references: ReferencesRepository,
    private readonly feedback: FeedbackRepository,
    private readonly metrics: MetricsRepository,
    private readonly writer: FeedbackWriter,
    private readonly outbox: Outbox,
  ) {}

  /** Adds references, so that feedback about the completions is accepted. */
  async started(tx: Transaction, events: readonly Received<InteractionStarted>[]): Promise<void> {
    await this.references.add(
      tx,
      events.flatMap(({ body }) => ofStarted(body)),
      false,
    );
  }

  /** Corrects the model of references: a fallback may have answered, and feedback may have arrived before. */
  async recorded(tx: Transaction, events: readonly Received<InteractionRecorded>[]): Promise<void> {
    const references = events.flatMap(({ body }) => ofRecorded(body));
    await this.writer.relabel(tx, await this.references.add(tx, references, true));
  }

  /** Adds references and the feedback of imported interactions, except under removed metrics. */
  async imported(tx: Transaction, events: readonly Received<InteractionImported>[]): Promise<void> {
    await this.references.add(
      tx,
      events.map(({ body }) => ofImported(body)),
      true,
    );
    const imported = await this.#feedbackOf(tx, events);
    if (imported.length === 0) return;
    const ids = imported.map(({ feedback }) => feedback.metric_id);
    const metrics = new Map((await this.metrics.lockAll(tx, { ids, keys: [] })).map((metric) => [metric.id, metric]));
    const known = await this.feedback.existingIds(
      tx,
      imported.map(({ feedback }) => feedback.id),
    );
    const added = imported.flatMap(({ body, feedback, call }) => {
      const metric = metrics.get(feedback.metric_id);
      const value = metric && numberOf(metric.kind, feedback.value);
      if (metric === undefined || value === undefined || known.has(feedback.id)) return [];
      known.add(feedback.id);
      const row = toRow(body, feedback, value);
      return [{ row, event: toRecorded(row, metric, new Date(body.created_at).toISOString()), call }];
    });
    await this.writer.add(
      tx,
      added.map(({ row }) => row),
    );
    await this.outbox.events(tx, feedbackRecorded, added);
  }

  /** The feedback of imported interactions that are not erased. */
  async #feedbackOf(tx: Transaction, events: readonly Received<InteractionImported>[]) {
    const imported = events.flatMap(({ body, call }) => body.feedbacks.map((feedback) => ({ body, feedback, call })));
    if (imported.length === 0) return [];
    const ids = imported.map(({ body }) => body.completion_id);
    const existing = new Set((await this.references.completions(tx, ids)).map(({ completion_id }) => completion_id));
    return imported.filter(({ body }) => existing.has(body.completion_id));
  }
}

function toRow(body: InteractionImported, feedback: InteractionFeedback, value: number): NewFeedback {
  const { completion_id, session_id, project_id, model_id } = body;
  const { id, metric_id, reason, details } = feedback;
  const about = { project_id, completion_id, session_id, model: body.model ?? '', model_id };
  return {
    ...{ id, metric_id, ...about, value, reason, details },
    campaign_id: campaignIdOf(body.ab_campaign),
    origin: 'import',
    // Imports name no user, so none replaces another.
    user_id: null,
    created_at: new Date(feedback.created_at).toISOString(),
  };
}
