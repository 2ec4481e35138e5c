import { Injectable } from '@nestjs/common';
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
import { auditEntryOf, auditRecorded } from '@earshot/contracts-projects';
import { ProjectDirectory } from '@earshot/directory';
import { conflict } from '@earshot/errors';
import { Outbox, type Transaction } from '@earshot/persistence';
import type { MetricEntity } from '../database/entities/metric.entity.js';
import { toMetric } from './metric.mapper.js';
import { MetricsRepository } from './metrics.repository.js';

/** Metrics that are removed in one transaction, of tens of milliseconds. */
const removedTogether = 32;

/** The rules of metrics. */
@Injectable()
export class MetricsService {
  constructor(
    private readonly metrics: MetricsRepository,
    private readonly projects: ProjectDirectory,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError `project_not_found`, `key_taken`, `id_taken` */
  async create(tx: Transaction, request: CreateMetric, call: CallContext): Promise<Metric> {
    const { id, project_id: projectId, key, name, kind, scoring_type: scoringType, description } = request;
    await this.projects.require(projectId);
    const now = new Date();
    const row = { id, projectId, key, name, kind, scoringType, description, createdAt: now, updatedAt: now };
    await this.metrics.insert(tx, row);
    await this.#audit(tx, [null, row], call);
    return this.#publish(tx, row, call);
  }

  /** @throws AppError `metric_not_found`, `key_taken`, `metric_kind_fixed` */
  async update(tx: Transaction, { changes, ...which }: UpdateMetric, call: CallContext): Promise<Metric> {
    const row = await this.metrics.lock(tx, which);
    if (changes.kind !== undefined && changes.kind !== row.kind) throw kindFixed(row);
    const { key = row.key, name = row.name, scoring_type: scoringType = row.scoringType } = changes;
    const { description = row.description } = changes;
    const updatedAt = new Date(Math.max(Date.now(), row.updatedAt.getTime() + 1));
    const changed = { ...row, key, name, scoringType, description, updatedAt };
    await this.metrics.update(tx, changed);
    await this.#audit(tx, [row, changed], call);
    return this.#publish(tx, changed, call);
  }

  /** With it goes, bit by bit, what was recorded under it. @throws AppError `metric_not_found` */
  async remove(tx: Transaction, which: DeleteMetric, call: CallContext): Promise<{ id: string }> {
    const row = await this.metrics.lock(tx, which);
    await this.#remove(tx, row.id, call);
    await this.#audit(tx, [row, null], call);
    return { id: row.id };
  }

  /** Removes some metrics of a project that is gone. @returns whether there may be more. */
  removeSomeOf(projectId: string, call: CallContext): Promise<boolean> {
    return this.metrics.transaction(async (tx) => {
      const ids = await this.metrics.lockSomeOf(tx, projectId, removedTogether);
      for (const id of ids) await this.#remove(tx, id, call);
      return ids.length === removedTogether;
    });
  }

  /** Ids of the projects that have metrics. */
  projectIds(): Promise<string[]> {
    return this.metrics.projectIds();
  }

  /** @throws AppError `cursor_invalid` */
  async list(tx: Transaction, { project_id, limit, cursor }: ListMetrics): Promise<MetricPage> {
    const { rows, nextCursor } = await this.metrics.page(tx, project_id, { limit, cursor });
    return { data: rows.map(toMetric), next_cursor: nextCursor };
  }

  async #remove(tx: Transaction, id: string, call: CallContext): Promise<void> {
    await this.metrics.delete(tx, id);
    await this.metrics.markRemoved(tx, id);
    await this.outbox.tombstones(tx, metricsState, [id], call);
  }

  async #audit(
    tx: Transaction,
    [before, after]: readonly [MetricEntity, MetricEntity | null] | readonly [null, MetricEntity],
    call: CallContext,
  ): Promise<void> {
    const { id, projectId } = before ?? after;
    const sides = { before: before && toMetric(before), after: after && toMetric(after) };
    const change = { resource: 'metric', resource_id: id, project_id: projectId, ...sides } as const;
    await this.outbox.event(tx, auditRecorded, auditEntryOf(change, call), call);
  }

  async #publish(tx: Transaction, row: MetricEntity, call: CallContext): Promise<Metric> {
    const metric = toMetric(row);
    await this.outbox.state(tx, metricsState, metric, call);
    return metric;
  }
}

function kindFixed({ key, kind }: MetricEntity) {
  return conflict(
    'metric_kind_fixed',
    `'${key}' is a metric of the kind '${kind}', and stays one: what was recorded under it would mean nothing else. Make another metric.`,
    { param: 'kind' },
  );
}
