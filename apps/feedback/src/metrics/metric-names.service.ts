import { Injectable } from '@nestjs/common';
import type { Metric } from '@earshot/contracts-feedback';
import { AppError } from '@earshot/errors';
import type { Transaction } from '@earshot/persistence';
import { MetricsRepository } from './metrics.repository.js';

/** A metric that is locked in the transaction. */
export type LockedMetric = Pick<Metric, 'id' | 'project_id' | 'key' | 'kind'>;

/** A metric named in a request. */
export interface MetricName {
  readonly project_id: string;
  /** Id or key. */
  readonly name: string;
}

/** Looks up a locked metric: by id if the name is one, else by key. */
export type MetricOf = (name: MetricName) => LockedMetric | undefined;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Looks up and locks the metrics that requests name. */
@Injectable()
export class MetricNames {
  constructor(private readonly metrics: MetricsRepository) {}

  /**
   * Locks the metrics of all valid requests.
   *
   * @param subjectOf the subject of a request, or its error.
   * @returns a lookup by name.
   */
  async lock<Q extends { readonly metric: string }>(
    tx: Transaction,
    requests: readonly { readonly body: Q }[],
    subjectOf: (body: Q) => Pick<MetricName, 'project_id'> | AppError,
  ): Promise<MetricOf> {
    const names = requests.flatMap(({ body }) => {
      const subject = subjectOf(body);
      return subject instanceof AppError ? [] : [{ project_id: subject.project_id, name: body.metric }];
    });
    const ids = names.flatMap(({ name }) => (uuid.test(name) ? [name.toLowerCase()] : []));
    const keys = names.map(({ project_id, name }) => ({ project_id, key: name }));
    const found = await this.metrics.lockAll(tx, { ids, keys });
    const byId = new Map(found.map((metric) => [metric.id, metric]));
    const byKey = new Map(found.map((metric) => [`${metric.project_id}/${metric.key}`, metric]));
    return ({ project_id, name }) => {
      const metric = byId.get(name.toLowerCase());
      return metric?.project_id === project_id ? metric : byKey.get(`${project_id}/${name}`);
    };
  }
}
