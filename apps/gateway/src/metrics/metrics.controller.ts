import { Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import {
  createMetricSchema,
  metricPageSchema,
  metricSchema,
  summaryQuerySchema,
  summarySchema,
  updateMetricSchema,
  type CreateMetric,
  type MetricResponse,
  type SummaryQuery,
  type SummaryResponse,
  type UpdateMetric,
} from '@earshot/dto-feedback';
import { RequirePermission } from '../auth/access.decorators.js';
import { JsonBody, ParsedQuery } from '../http/parsed-parameters.js';
import { Context, type RequestContext } from '../http/request-context.js';
import type { Page } from '../management/page.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { MetricsService } from './metrics.service.js';

/** The metrics of a project. */
@RequirePermission('manage')
@Resource('Metrics')
@Controller('api/v1/projects/:project/metrics')
export class MetricsController {
  constructor(private readonly metrics: MetricsService) {}

  @Post()
  @Operation({
    id: 'createMetric',
    summary: 'Create a metric',
    answer: metricSchema,
    errors: ['key_taken', 'id_taken'],
  })
  create(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @JsonBody(createMetricSchema) body: CreateMetric,
  ): Promise<MetricResponse> {
    return this.metrics.create(context, project, body);
  }

  @Get()
  @Operation({
    id: 'listMetrics',
    summary: 'List metrics',
    description: 'Entries are listed oldest first.',
    answer: metricPageSchema,
    errors: ['cursor_invalid'],
  })
  @RequirePermission('read')
  list(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @ParsedQuery(listQuerySchema) query: ListQuery,
  ): Promise<Page<MetricResponse>> {
    return this.metrics.list(context, project, query);
  }

  @Get(':metric')
  @Operation({ id: 'readMetric', summary: 'Get a metric', answer: metricSchema, errors: ['metric_not_found'] })
  @RequirePermission('read')
  read(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('metric') metric: string,
  ): Promise<MetricResponse> {
    return this.metrics.read(context, project, metric);
  }

  @Get(':metric/summary')
  @Operation({
    id: 'summariseMetric',
    summary: 'Get a summary of a metric',
    description:
      'Aggregates values from feedback, outcomes and imports. For each user and target, only the latest value counts. A ' +
      'value is included once the request that recorded it is answered.',
    answer: summarySchema,
    errors: ['metric_not_found'],
  })
  @RequirePermission('read')
  summarise(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('metric') metric: string,
    @ParsedQuery(summaryQuerySchema) query: SummaryQuery,
  ): Promise<SummaryResponse> {
    return this.metrics.summarise(context, project, metric, query);
  }

  @Patch(':metric')
  @Operation({
    id: 'updateMetric',
    summary: 'Update a metric',
    description: 'Omitted fields keep their values. The kind cannot be changed.',
    answer: metricSchema,
    errors: ['metric_not_found', 'key_taken', 'metric_kind_fixed'],
  })
  update(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('metric') metric: string,
    @JsonBody(updateMetricSchema) body: UpdateMetric,
  ): Promise<MetricResponse> {
    return this.metrics.update(context, project, metric, body);
  }

  @Delete(':metric')
  @Operation({
    id: 'deleteMetric',
    summary: 'Delete a metric',
    description: 'Also deletes all values recorded under the metric.',
    errors: ['metric_not_found'],
  })
  @HttpCode(204)
  remove(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('metric') metric: string,
  ): Promise<void> {
    return this.metrics.remove(context, project, metric);
  }
}
