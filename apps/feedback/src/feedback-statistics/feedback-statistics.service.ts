import { Injectable } from '@nestjs/common';
import {
  maxStatisticsGroups,
  type FeedbackStatistics,
  type FeedbackStatisticsRequest,
} from '@earshot/contracts-feedback';
import type { Transaction } from '@earshot/persistence';
import { metricNotFound } from '../metrics/metrics.errors.js';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { partsOf } from './period.js';
import { toStatistics } from './feedback-statistics.mapper.js';
import { FeedbackStatisticsRepository } from './feedback-statistics.repository.js';

/** Counts feedback and comparisons by time. */
@Injectable()
export class FeedbackStatisticsService {
  constructor(
    private readonly statistics: FeedbackStatisticsRepository,
    private readonly metrics: MetricsRepository,
  ) {}

  /** @throws AppError `metric_not_found` */
  async read(tx: Transaction, request: FeedbackStatisticsRequest): Promise<FeedbackStatistics> {
    const { project_id, metric_id, interval, group_by } = request;
    const all = await this.metrics.ofProject(tx, project_id);
    const metrics = metric_id === null ? all : all.filter(({ id }) => id === metric_id);
    if (metric_id !== null && metrics.length === 0) throw metricNotFound(metric_id);
    const scope = { interval, group_by, metric_ids: metrics.map(({ id }) => id), maxGroups: maxStatisticsGroups };
    const cells = await this.statistics.cells(tx, { ...scope, ...partsOf(request) });
    const keyOf = (index: string) => metrics[Number(index) - 1]?.key ?? null;
    return toStatistics(cells, request, group_by === 'metric' ? keyOf : (model) => model || null);
  }
}
