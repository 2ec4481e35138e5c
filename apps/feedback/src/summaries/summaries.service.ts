import { Injectable } from '@nestjs/common';
import type { MetricSummary, MetricSummaryRequest } from '@earshot/contracts-feedback';
import type { Transaction } from '@earshot/persistence';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { metricNotFound } from '../metrics/metrics.errors.js';
import { partsOf } from './period.js';
import { SummariesRepository } from './summaries.repository.js';
import { toSummary } from './summary.mapper.js';

/** Reads summaries of metrics. */
@Injectable()
export class SummariesService {
  constructor(
    private readonly summaries: SummariesRepository,
    private readonly metrics: MetricsRepository,
  ) {}

  /** @throws AppError `metric_not_found` */
  async summarise(tx: Transaction, { metric_id, from, to, model }: MetricSummaryRequest): Promise<MetricSummary> {
    if (!(await this.metrics.keysOf(tx, [metric_id])).has(metric_id)) throw metricNotFound(metric_id);
    const scope = { metric_id, model, ...partsOf(from, to) };
    const values = await this.summaries.feedback(tx, scope);
    return toSummary(values, await this.summaries.comparisons(tx, scope), model);
  }
}
