import { Injectable } from '@nestjs/common';
import {
  createMetric,
  deleteMetric,
  listMetrics,
  metricSummary,
  lookUpFeedbackCommand as lookUp,
  updateMetric,
  type Metric,
} from '@earshot/contracts-feedback';
import type { Project } from '@earshot/contracts-projects';
import { MetricDirectory, ModelDirectory } from '@earshot/directory';
import type { CreateMetric, MetricResponse, SummaryQuery, SummaryResponse, UpdateMetric } from '@earshot/dto-feedback';
import type { ProjectContext } from '../auth/request-context.js';
import { ManagementClient } from '../management/management.client.js';
import { ProjectResourceService } from '../management/project-resource.service.js';

/** Manages the metrics of a project. */
@Injectable()
export class MetricsService extends ProjectResourceService<Metric, MetricResponse> {
  constructor(
    management: ManagementClient,
    directory: MetricDirectory,
    private readonly models: ModelDirectory,
  ) {
    super('metric', management, directory, { list: listMetrics, remove: deleteMetric, lookUp });
  }

  create(context: ProjectContext, body: CreateMetric): Promise<MetricResponse> {
    const { key, name = key, kind, scoring_type = 'higher_is_better', description = null } = body;
    const settings = { key, name, kind, scoring_type, description };
    return this.createBy(context, createMetric, (ref) => ({ ...ref, ...settings }));
  }

  async update(context: ProjectContext, idOrKey: string, body: UpdateMetric): Promise<MetricResponse> {
    return this.updateBy(context, updateMetric, await this.target(context, idOrKey), body);
  }

  /** Returns statistics of the values recorded under a metric. */
  async summarise(context: ProjectContext, idOrKey: string, query: SummaryQuery): Promise<SummaryResponse> {
    const { project, call } = context;
    const metric = await this.find(project, idOrKey);
    const { from = null, to = null } = query;
    const model = query.model === undefined ? null : await this.#modelName(project, query.model);
    const summary = await this.management.read(metricSummary, { metric_id: metric.id, from, to, model }, call);
    return { metric: this.show(metric), ...summary };
  }

  protected override show(metric: Metric): MetricResponse {
    return metric;
  }

  /** Returns the name that values were recorded under. The values of a deleted model are found by its key. */
  async #modelName({ id, key }: Project, name: string): Promise<string> {
    if (name.includes('/')) return name;
    const model = await this.models.findFenced(id, name);
    return `${key}/${model?.key ?? name}`;
  }
}
