import { Injectable } from '@nestjs/common';
import {
  createMetric,
  deleteMetric,
  listMetrics,
  metricSummary,
  lookUpFeedbackCommand,
  updateMetric,
  type Metric,
} from '@earshot/contracts-feedback';
import type { Project } from '@earshot/contracts-projects';
import type { ListQuery } from '@earshot/dto-common';
import type { CreateMetric, MetricResponse, SummaryQuery, SummaryResponse, UpdateMetric } from '@earshot/dto-feedback';
import { notFound } from '@earshot/errors';
import { ProjectAccess } from '../auth/project-access.js';
import { MetricDirectory } from '../directory/metric-directory.js';
import { ModelDirectory } from '../directory/model-directory.js';
import type { RequestContext } from '../http/request-context.js';
import { ManagementClient } from '../management/management.client.js';
import { showPage, type Page } from '../management/page.js';
import { writeIds } from '../management/write-ids.js';
import { toMetricResponse } from './metric.mapper.js';

/** Turns requests about metrics into commands to the service that owns them. */
@Injectable()
export class MetricsService {
  constructor(
    private readonly management: ManagementClient,
    private readonly access: ProjectAccess,
    private readonly directory: MetricDirectory,
    private readonly models: ModelDirectory,
  ) {}

  async create(context: RequestContext, project: string, body: CreateMetric): Promise<MetricResponse> {
    const { id: project_id } = await this.access.resolve(context.caller, project);
    const { command, entity } = writeIds(context, project_id);
    const { key, name = key, kind, scoring_type = 'higher_is_better', description = null } = body;
    const request = { id: entity, project_id, key, name, kind, scoring_type, description };
    return toMetricResponse(
      await this.management.write(createMetric, request, this.#writing(context, command, project_id)),
    );
  }

  async list(context: RequestContext, project: string, page: ListQuery): Promise<Page<MetricResponse>> {
    const { id: project_id } = await this.access.resolve(context.caller, project);
    return showPage(await this.management.read(listMetrics, { ...page, project_id }, context.call), toMetricResponse);
  }

  async read(context: RequestContext, project: string, metric: string): Promise<MetricResponse> {
    return toMetricResponse(await this.#find(await this.access.resolve(context.caller, project), metric));
  }

  async update(context: RequestContext, project: string, name: string, body: UpdateMetric): Promise<MetricResponse> {
    const { command, id, project_id } = await this.#target(context, project, name);
    const { description, ...rest } = body;
    const changes = { ...rest, ...(description !== undefined && { description }) };
    const writing = this.#writing(context, command, project_id);
    return toMetricResponse(await this.management.write(updateMetric, { id, project_id, changes }, writing));
  }

  async remove(context: RequestContext, project: string, name: string): Promise<void> {
    const { command, id, project_id } = await this.#target(context, project, name);
    await this.management.write(deleteMetric, { id, project_id }, this.#writing(context, command, project_id));
  }

  /** What is recorded under a metric, in numbers. */
  async summarise(
    context: RequestContext,
    project: string,
    name: string,
    query: SummaryQuery,
  ): Promise<SummaryResponse> {
    const owner = await this.access.resolve(context.caller, project);
    const metric = await this.#find(owner, name);
    const { from = null, to = null } = query;
    const model = query.model === undefined ? null : await this.#modelName(owner, query.model);
    const request = { metric_id: metric.id, from, to, model };
    const summary = await this.management.read(metricSummary, request, context.call);
    return { metric: toMetricResponse(metric), ...summary };
  }

  async #target(context: RequestContext, project: string, name: string) {
    const owner = await this.access.resolve(context.caller, project);
    const { command } = writeIds(context, owner.id);
    const find = () => this.#find(owner, name);
    const id = await this.management.target(context, command, lookUpFeedbackCommand, find);
    return { command, project_id: owner.id, id };
  }

  async #find({ id, key }: Pick<Project, 'id' | 'key'>, name: string): Promise<Metric> {
    const metric = await this.directory.findFenced(id, name);
    if (metric === undefined) throw notFound('metric', `${key}/${name}`);
    return metric;
  }

  /** As it was recorded. A model that is gone can still be named by its key: what was said about it is still there. */
  async #modelName({ id, key }: Project, name: string): Promise<string> {
    if (name.includes('/')) return name;
    const model = await this.models.findFenced(id, name);
    return `${key}/${model?.key ?? name}`;
  }

  #writing({ call }: RequestContext, id: string, key: string) {
    return { call, id, key, changes: this.directory.replica };
  }
}
