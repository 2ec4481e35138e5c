import { Injectable } from '@nestjs/common';
import type { MetricSummary, MetricSummaryRequest } from '@earshot/contracts-feedback';
import type { Transaction } from '@earshot/persistence';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { metricNotFound } from '../values/values.errors.js';
import { partsOf } from './period.js';
import { SummariesRepository } from './summaries.repository.js';
import { toSummary } from './summary.mapper.js';

/** What is recorded under metrics, in numbers. */
@Injectable()
export class SummariesService {
  constructor(
    private readonly summaries: SummariesRepository,
    private readonly metrics: MetricsRepository,
  ) {}

  /** @throws AppError `metric_not_found` */
  async summarise(
    tx: Transaction,
    { metric_id: metricId, from, to, model }: MetricSummaryRequest,
  ): Promise<MetricSummary> {
    if (!(await this.metrics.keysOf(tx, [metricId])).has(metricId)) throw metricNotFound(metricId);
    const scope = { metricId, model, ...partsOf(from, to) };
    const values = await this.summaries.values(tx, scope);
    return toSummary(values, await this.summaries.comparisons(tx, scope), model);
  }
}
