import { Injectable } from '@nestjs/common';
import { feedbackStatistics } from '@earshot/contracts-feedback';
import { MetricDirectory } from '@earshot/directory';
import { intervalTime, periodOf } from '@earshot/dto-common';
import type { FeedbackStatisticsQuery, FeedbackStatisticsResponse } from '@earshot/dto-feedback';
import { notFound } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import type { ProjectContext } from '../auth/request-context.js';

/** Counts feedback and comparisons over time. */
@Injectable()
export class FeedbackStatisticsService {
  constructor(
    private readonly lanes: LaneClient,
    private readonly metrics: MetricDirectory,
  ) {}

  /** @throws AppError `invalid_field`, `metric_not_found` */
  async read({ project, call }: ProjectContext, query: FeedbackStatisticsQuery): Promise<FeedbackStatisticsResponse> {
    const period = periodOf(query);
    const { metric, group_by } = query;
    const found = metric === undefined ? null : await this.metrics.findFenced(project.id, metric);
    if (found === undefined) throw notFound('metric', `${project.key}/${metric}`, { param: 'metric' });
    const request = { project_id: project.id, metric_id: found?.id ?? null, ...period, group_by };
    const { groups, cells, total } = await this.lanes.command(feedbackStatistics, request, { call });
    const data = cells.time.map((time, index) => {
      const { name, other } = groups[cells.group[index] as number] as (typeof groups)[number];
      return {
        time: intervalTime(period, time),
        group: name,
        other,
        count: cells.count[index] as number,
        mean: cells.mean[index] ?? null,
        comparisons: cells.comparisons[index] as number,
        outcomes: cells.outcomes[index] as number,
      };
    });
    return { ...period, data, total };
  }
}
