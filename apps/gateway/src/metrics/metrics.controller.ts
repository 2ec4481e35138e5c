import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import {
  createMetricSchema,
  metricPageSchema,
  metricSchema,
  summaryQuerySchema,
  summarySchema,
  updateMetricSchema,
  type CreateMetric,
  type SummaryQuery,
  type UpdateMetric,
} from '@earshot/dto-feedback';
import { RequirePermission } from '../auth/route.decorators.js';
import { InProject, type ProjectContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
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
  create(@InProject() context: ProjectContext, @Body(new BodyPipe(createMetricSchema)) body: CreateMetric) {
    return this.metrics.create(context, body);
  }

  @Get()
  @Operation({ id: 'listMetrics', summary: 'List metrics', answer: metricPageSchema })
  @RequirePermission('read')
  list(@InProject() context: ProjectContext, @Query(new QueryPipe(listQuerySchema)) query: ListQuery) {
    return this.metrics.list(context, query);
  }

  @Get(':metric')
  @Operation({ id: 'readMetric', summary: 'Get a metric', answer: metricSchema })
  @RequirePermission('read')
  read(@InProject() context: ProjectContext, @Param('metric') metric: string) {
    return this.metrics.read(context, metric);
  }

  @Get(':metric/summary')
  @Operation({
    id: 'summariseMetric',
    summary: 'Get a summary of a metric',
    description:
      'Aggregates values from feedback, outcomes and imports. For each user and target, only the latest value counts. A ' +
      'value is included once the request that recorded it is answered.',
    answer: summarySchema,
  })
  @RequirePermission('read')
  summarise(
    @InProject() context: ProjectContext,
    @Param('metric') metric: string,
    @Query(new QueryPipe(summaryQuerySchema)) query: SummaryQuery,
  ) {
    return this.metrics.summarise(context, metric, query);
  }

  @Patch(':metric')
  @Operation({
    id: 'updateMetric',
    summary: 'Update a metric',
    description: 'Omitted fields keep their values. The kind cannot be changed.',
    answer: metricSchema,
    errors: ['key_taken', 'metric_kind_fixed'],
  })
  update(
    @InProject() context: ProjectContext,
    @Param('metric') metric: string,
    @Body(new BodyPipe(updateMetricSchema)) body: UpdateMetric,
  ) {
    return this.metrics.update(context, metric, body);
  }

  @Delete(':metric')
  @Operation({
    id: 'deleteMetric',
    summary: 'Delete a metric',
    description: 'Also deletes all values recorded under the metric.',
  })
  remove(@InProject() context: ProjectContext, @Param('metric') metric: string) {
    return this.metrics.remove(context, metric);
  }
}
