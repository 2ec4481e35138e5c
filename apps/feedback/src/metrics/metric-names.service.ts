import { Injectable } from '@nestjs/common';
import type { Metric } from '@earshot/contracts-feedback';
import { AppError } from '@earshot/errors';
import type { Transaction } from '@earshot/persistence';
import { MetricsRepository } from './metrics.repository.js';

/** What those who record something need to know of its metric. */
export interface LockedMetric {
  readonly id: string;
  readonly projectId: string;
  readonly key: string;
  readonly kind: Metric['kind'];
}

/** A metric as a request names it. */
export interface MetricName {
  readonly projectId: string;
  /** Id or key. */
  readonly name: string;
}

/** Finds the metric of a name among those that were locked: by its id first where it has that form (interface, section 1). */
export type MetricOf = (name: MetricName) => LockedMetric | undefined;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds the metrics that requests name, and keeps them from others until the transaction ends. */
@Injectable()
export class MetricNames {
  constructor(private readonly metrics: MetricsRepository) {}

  /**
   * The metrics of those requests that are not refused.
   *
   * @param aboutOf what a request is about, or why it is refused.
   * @returns what finds the metric of each of their names.
   */
  async lock<Q extends { readonly metric: string }>(
    tx: Transaction,
    asked: readonly { readonly body: Q }[],
    aboutOf: (body: Q) => Pick<MetricName, 'projectId'> | AppError,
  ): Promise<MetricOf> {
    const names = asked.flatMap(({ body }) => {
      const about = aboutOf(body);
      return about instanceof AppError ? [] : [{ projectId: about.projectId, name: body.metric }];
    });
    const ids = names.flatMap(({ name }) => (uuid.test(name) ? [name.toLowerCase()] : []));
    const keys = names.map(({ projectId, name }) => ({ projectId, key: name }));
    const found = await this.metrics.lockAll(tx, { ids, keys });
    const byId = new Map(found.map((metric) => [metric.id, metric]));
    const byKey = new Map(found.map((metric) => [`${metric.projectId}/${metric.key}`, metric]));
    return ({ projectId, name }) => {
      const metric = byId.get(name.toLowerCase());
      return metric?.projectId === projectId ? metric : byKey.get(`${projectId}/${name}`);
    };
  }
}
