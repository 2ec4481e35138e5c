import { Injectable } from '@nestjs/common';
import type { FeedbackPage, ListFeedback, ListOutcomes, Metric, OutcomePage } from '@earshot/contracts-feedback';
import type { PageRequest, Transaction } from '@earshot/persistence';
import type { FeedbackEntity } from '../database/entities/feedback.entity.js';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { valueOf } from './feedback.mapper.js';
import { FeedbackRepository, type FeedbackFilter } from './feedback.repository.js';

type Keys = ReadonlyMap<string, Pick<Metric, 'key' | 'kind'>>;

/** Lists feedback and outcomes, replaced ones too. */
@Injectable()
export class FeedbackListsService {
  constructor(
    private readonly rows: FeedbackRepository,
    private readonly metrics: MetricsRepository,
  ) {}

  /** @throws AppError `cursor_invalid` */
  async feedback(tx: Transaction, request: ListFeedback): Promise<FeedbackPage> {
    const { rows, keys, nextCursor } = await this.#page(tx, { ...request, outcomes: false });
    return { data: rows.map((row) => toFeedback(row, keys)), next_cursor: nextCursor };
  }

  /** @throws AppError `cursor_invalid` */
  async outcomes(tx: Transaction, request: ListOutcomes): Promise<OutcomePage> {
    const filter = { ...request, completion_id: null, outcomes: true };
    const { rows, keys, nextCursor } = await this.#page(tx, filter);
    return { data: rows.map((row) => toOutcome(row, keys)), next_cursor: nextCursor };
  }

  async #page(tx: Transaction, request: FeedbackFilter & PageRequest) {
    const { rows, nextCursor } = await this.rows.page(tx, request, request);
    const keys = await this.metrics.keysOf(
      tx,
      rows.map(({ metric_id }) => metric_id),
    );
    // Rows of a removed metric may still exist.
    return { rows: rows.filter(({ metric_id }) => keys.has(metric_id)), keys, nextCursor };
  }
}

/** Callers see all fields but those of the model. */
function toFeedback(row: FeedbackEntity, keys: Keys): FeedbackPage['data'][number] {
  const { project_id, model, model_id, campaign_id, origin, is_current, ...shown } = row;
  const completion_id = row.completion_id as string;
  return { ...shown, ...toOutcome(row, keys), completion_id, imported: origin === 'import' };
}

function toOutcome(row: FeedbackEntity, keys: Keys): OutcomePage['data'][number] {
  const { id, metric_id, session_id, user_id, is_current, created_at } = row;
  const { key, kind } = keys.get(metric_id) as Pick<Metric, 'key' | 'kind'>;
  const value = valueOf(kind, row.value);
  return { id, metric_id, metric: key, value, session_id, user_id, current: is_current, created_at };
}
