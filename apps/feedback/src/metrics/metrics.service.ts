import { Injectable } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import type { CallContext } from '@earshot/contracts-core';
import {
  metricsState,
  type CreateMetric,
  type DeleteMetric,
  type ListMetrics,
  type Metric,
  type MetricPage,
  type UpdateMetric,
} from '@earshot/contracts-feedback';
import { ProjectDirectory } from '@earshot/directory';
import { conflict } from '@earshot/errors';
import { nextUpdate, now, Outbox, type Transaction } from '@earshot/persistence';
import type { ProjectKeeper } from '@earshot/project-removal';
import { MetricsRepository } from './metrics.repository.js';

/** Metrics removed in one transaction, which takes tens of milliseconds. */
const removalBatch = 32;

/** Manages metrics. */
@Injectable()
export class MetricsService implements ProjectKeeper {
  constructor(
    private readonly metrics: MetricsRepository,
    private readonly projects: ProjectDirectory,
    private readonly changes: ResourceChanges,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError `project_not_found`, `key_taken`, `id_taken` */
  async create(tx: Transaction, request: CreateMetric, call: CallContext): Promise<Metric> {
    await this.projects.require(request.project_id);
    const created_at = now();
    const metric = { ...request, created_at, updated_at: created_at };
    await this.metrics.insert(tx, metric);
    await this.#publish(tx, null, metric, call);
    return metric;
  }

  /** @throws AppError `metric_not_found`, `key_taken`, `metric_kind_fixed` */
  async update(tx: Transaction, { changes, ...which }: UpdateMetric, call: CallContext): Promise<Metric> {
    const before = await this.metrics.lock(tx, which);
    if (changes.kind !== undefined && changes.kind !== before.kind) throw kindFixed(before);
    const after = { ...before, ...changes, updated_at: nextUpdate(before.updated_at) };
    await this.metrics.update(tx, after);
    await this.#publish(tx, before, after, call);
    return after;
  }

  /** Removes a metric; its feedback is deleted later, in batches. @throws AppError `metric_not_found` */
  async remove(tx: Transaction, which: DeleteMetric, call: CallContext): Promise<{ id: string }> {
    const before = await this.metrics.lock(tx, which);
    await this.metrics.delete(tx, [before.id]);
    await this.#publish(tx, before, null, call);
    return { id: before.id };
  }

  /** Removes a batch of metrics of a deleted project. @returns whether there may be more. */
  removeBatch(project_id: string, call: CallContext): Promise<boolean> {
    return this.metrics.transaction(async (tx) => {
      const ids = await this.metrics.lockBatch(tx, project_id, removalBatch);
      await this.metrics.delete(tx, ids);
      await this.outbox.tombstones(tx, metricsState, ids, call);
      return ids.length === removalBatch;
    });
  }

  /** Ids of the projects that have metrics. */
  projectIds(): Promise<string[]> {
    return this.metrics.projectIds();
  }

  /** @throws AppError `cursor_invalid` */
  async list(tx: Transaction, { project_id, limit, cursor }: ListMetrics): Promise<MetricPage> {
    const { rows, nextCursor } = await this.metrics.page(tx, project_id, { limit, cursor });
    return { data: rows, next_cursor: nextCursor };
  }

  async #publish(tx: Transaction, before: Metric | null, after: Metric | null, call: CallContext): Promise<void> {
    const project_id = ((after ?? before) as Metric).project_id;
    await this.changes.publish(tx, metricsState, { resource: 'metric', project_id, before, after }, call);
  }
}

function kindFixed({ key, kind }: Metric) {
  return conflict(
    'metric_kind_fixed',
    `The metric '${key}' has the kind '${kind}', which cannot change. Create another metric.`,
    { param: 'kind' },
  );
}
