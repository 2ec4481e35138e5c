import { Injectable } from '@nestjs/common';
import type { FeedbackPage, ListFeedback, ListOutcomes, Metric, OutcomePage } from '@earshot/contracts-feedback';
import type { Transaction } from '@earshot/persistence';
import type { ValueEntity } from '../database/entities/value.entity.js';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { valueOf } from './value.mapper.js';
import { ValuesRepository } from './values.repository.js';

type Keys = ReadonlyMap<string, Pick<Metric, 'key' | 'kind'>>;

/** Lists of values, the ones that count and the ones before them. */
@Injectable()
export class ValueListsService {
  constructor(
    private readonly values: ValuesRepository,
    private readonly metrics: MetricsRepository,
  ) {}

  /** @throws AppError `cursor_invalid` */
  async feedback(tx: Transaction, request: ListFeedback): Promise<FeedbackPage> {
    const { rows, keys, nextCursor } = await this.#page(tx, request, request.completion_id, false);
    const data = rows.flatMap((row) => {
      const { completionId, reason, details } = row;
      if (completionId === null) return [];
      return [
        { ...listed(row, keys), completion_id: completionId, reason, details, imported: row.origin === 'import' },
      ];
    });
    return { data, next_cursor: nextCursor };
  }

  /** @throws AppError `cursor_invalid` */
  async outcomes(tx: Transaction, request: ListOutcomes): Promise<OutcomePage> {
    const { rows, keys, nextCursor } = await this.#page(tx, request, null, true);
    return { data: rows.map((row) => listed(row, keys)), next_cursor: nextCursor };
  }

  async #page(tx: Transaction, request: ListOutcomes, completionId: string | null, outcomes: boolean) {
    const {
      project_id: projectId,
      metric_id: metricId,
      session_id: sessionId,
      user_id: userId,
      limit,
      cursor,
    } = request;
    const filter = { projectId, outcomes, metricId, completionId, sessionId, userId };
    const { rows, nextCursor } = await this.values.page(tx, filter, { limit, cursor });
    const keys = await this.metrics.keysOf(
      tx,
      rows.map(({ metricId: id }) => id),
    );
    // Of a metric that is gone, rows may still be there for a moment.
    return { rows: rows.filter(({ metricId: id }) => keys.has(id)), keys, nextCursor };
  }
}

function listed(row: ValueEntity, keys: Keys) {
  const { key, kind } = keys.get(row.metricId) as Pick<Metric, 'key' | 'kind'>;
  return {
    id: row.id,
    metric_id: row.metricId,
    metric: key,
    value: valueOf(kind, row.value),
    session_id: row.sessionId,
    user_id: row.userId,
    current: row.isCurrent,
    created_at: row.createdAt.toISOString(),
  };
}
