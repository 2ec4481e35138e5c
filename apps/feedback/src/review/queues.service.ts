import { Injectable } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import type { CallContext } from '@earshot/contracts-core';
import type {
  CreateReviewQueue,
  ListReviewQueues,
  ReviewQueue,
  ReviewQueueName,
  ReviewQueuePage,
  UpdateReviewQueue,
} from '@earshot/contracts-feedback';
import { nextUpdate, now, type Transaction } from '@earshot/persistence';
import type { ReviewQueueEntity } from '../database/entities/review-queue.entity.js';
import { metricNotFound } from '../metrics/metrics.errors.js';
import { MetricNames } from '../metrics/metric-names.service.js';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { ReplaysRepository } from '../review-replays/replays.repository.js';
import { QueuesRepository } from './queues.repository.js';
import { maxQueues, queueLimit, sourceNotFit } from './review.errors.js';

/** A queue whose source was not read yet. */
const unfilled = { fill_cursor: null, fill_after: null, fill_error: null };

/** Manages review queues. */
@Injectable()
export class QueuesService {
  constructor(
    private readonly queues: QueuesRepository,
    private readonly names: MetricNames,
    private readonly metrics: MetricsRepository,
    private readonly replays: ReplaysRepository,
    private readonly changes: ResourceChanges,
  ) {}

  /** @throws AppError `metric_not_found`, `source_not_fit`, `review_queue_limit`, `key_taken`, `id_taken` */
  async create(
    tx: Transaction,
    { metric: name, ...fields }: CreateReviewQueue,
    call: CallContext,
  ): Promise<ReviewQueue> {
    const { project_id } = fields;
    checkSource(fields);
    const metricOf = await this.names.lock(tx, [{ body: { metric: name } }], () => ({ project_id }));
    const metric = metricOf({ project_id, name });
    if (metric === undefined) throw metricNotFound(name);
    if ((await this.queues.count(tx, project_id)) >= maxQueues) throw queueLimit();
    const created_at = now();
    const row = { ...fields, metric_id: metric.id, ...unfilled, created_at, updated_at: created_at };
    await this.queues.insert(tx, row);
    await this.#audit(tx, null, row, call);
    return this.#shown(tx, row);
  }

  /**
   * A new source is filled from its start. Replays of the former one that have no answer are deleted.
   * @throws AppError `review_queue_not_found`, `source_not_fit`
   */
  async update(tx: Transaction, { changes, ...which }: UpdateReviewQueue, call: CallContext): Promise<ReviewQueue> {
    const before = await this.queues.lock(tx, which);
    const filling = changes.source === undefined ? {} : unfilled;
    const after = { ...before, ...changes, ...filling, updated_at: nextUpdate(before.updated_at) };
    checkSource(after);
    if (changes.source !== undefined) await this.replays.abandon(tx, before.id);
    await this.queues.update(tx, after);
    await this.#audit(tx, before, after, call);
    return this.#shown(tx, after);
  }

  /** Recorded comparisons and feedback stay. @throws AppError `review_queue_not_found` */
  async remove(tx: Transaction, which: ReviewQueueName, call: CallContext): Promise<{ id: string }> {
    const before = await this.queues.lock(tx, which);
    await this.queues.delete(tx, before.id);
    await this.#audit(tx, before, null, call);
    return { id: before.id };
  }

  /** @throws AppError `review_queue_not_found` */
  async read(tx: Transaction, which: ReviewQueueName): Promise<ReviewQueue> {
    return this.#shown(tx, await this.queues.find(tx, which));
  }

  /** @throws AppError `cursor_invalid` */
  async list(tx: Transaction, { project_id, ...request }: ListReviewQueues): Promise<ReviewQueuePage> {
    const { rows, nextCursor } = await this.queues.page(tx, project_id, request);
    return { data: await this.#show(tx, rows), next_cursor: nextCursor };
  }

  async #shown(tx: Transaction, row: ReviewQueueEntity): Promise<ReviewQueue> {
    const [shown] = await this.#show(tx, [row]);
    return shown as ReviewQueue;
  }

  async #show(tx: Transaction, rows: readonly ReviewQueueEntity[]): Promise<ReviewQueue[]> {
    const counts = await this.queues.counts(
      tx,
      rows.map(({ id }) => id),
    );
    const keys = await this.metrics.keysOf(
      tx,
      rows.map(({ metric_id }) => metric_id),
    );
    const replays = await this.replays.counts(tx, rows.flatMap(replayedBy));
    return rows.map(({ fill_cursor: _, fill_after: __, ...row }) => ({
      ...row,
      metric: keys.get(row.metric_id)?.key ?? row.metric_id,
      counts: counts.get(row.id) ?? { waiting: 0, leased: 0, reviewed: 0, skipped: 0 },
      ...(replays.has(row.id) && { replays: replays.get(row.id) }),
    }));
  }

  async #audit(
    tx: Transaction,
    before: ReviewQueueEntity | null,
    after: ReviewQueueEntity | null,
    call: CallContext,
  ): Promise<void> {
    const { id: resource_id, project_id } = (after ?? before) as ReviewQueueEntity;
    const change = { project_id, resource: 'review_queue', resource_id } as const;
    await this.changes.audit(tx, { ...change, before: settingsOf(before), after: settingsOf(after) }, call);
  }
}

/** The model that answers the prompts of a queue again. */
function replayedBy({ id, source }: ReviewQueueEntity): { id: string; model: string }[] {
  return source !== null && 'replay' in source && source.replay !== undefined
    ? [{ id, model: source.replay.model }]
    : [];
}

function checkSource(queue: Pick<ReviewQueueEntity, 'kind' | 'source'>): void {
  const { kind, source } = queue;
  if (source === null) return;
  const isCompared = 'models' in source || 'ab_campaign' in source || source.replay !== undefined;
  if (isCompared !== (kind === 'compare')) throw sourceNotFit(queue);
}

/** The fields of a queue that callers set. */
function settingsOf(row: ReviewQueueEntity | null): object | null {
  if (row === null) return null;
  const { fill_cursor: _, fill_after: __, fill_error: ___, ...settings } = row;
  return settings;
}
