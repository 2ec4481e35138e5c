import { Injectable } from '@nestjs/common';
import { readCampaignHistory, readCampaignReport, type CampaignReport, type Metric } from '@earshot/contracts-feedback';
import {
  changeAbCampaign,
  createAbCampaign,
  deleteAbCampaign,
  listAbCampaigns,
  lookUpInferenceCommand as lookUp,
  type AbCampaign,
} from '@earshot/contracts-inference';
import { CampaignDirectory, MetricDirectory, ModelDirectory } from '@earshot/directory';
import type { CampaignHistoryQuery, CampaignHistoryResponse, CampaignReportResponse } from '@earshot/dto-feedback';
import type { AbCampaignResponse, CreateAbCampaign, UpdateAbCampaign } from '@earshot/dto-inference';
import { notFound } from '@earshot/errors';
import type { ProjectContext } from '../auth/request-context.js';
import { ManagementClient } from '../management/management.client.js';
import { ProjectResourceService } from '../management/project-resource.service.js';
import { summaryOf } from './report-summary.js';

/** Manages the A/B campaigns of a project. */
@Injectable()
export class AbCampaignsService extends ProjectResourceService<AbCampaign, AbCampaignResponse> {
  constructor(
    management: ManagementClient,
    directory: CampaignDirectory,
    private readonly metrics: MetricDirectory,
    private readonly models: ModelDirectory,
  ) {
    super('ab campaign', management, directory, { list: listAbCampaigns, remove: deleteAbCampaign, lookUp });
  }

  create(context: ProjectContext, body: CreateAbCampaign): Promise<AbCampaignResponse> {
    const { name = body.key, auto_deploy = false, ...rest } = body;
    return this.createBy(context, createAbCampaign, (ref) => ({ ...ref, name, auto_deploy, ...rest }));
  }

  async update(context: ProjectContext, idOrKey: string, body: UpdateAbCampaign): Promise<AbCampaignResponse> {
    return this.updateBy(context, changeAbCampaign, await this.target(context, idOrKey), body);
  }

  /** Returns the current result of a campaign. */
  async report({ project, call }: ProjectContext, idOrKey: string): Promise<CampaignReportResponse> {
    const { id, metric_id } = await this.find(project, idOrKey);
    const metric = await this.metrics.findFenced(project.id, metric_id);
    if (metric === undefined) throw notFound('metric', `${project.key}/${metric_id}`);
    const report = await this.management.read(readCampaignReport, { id, project_id: project.id }, call);
    await this.models.replica.fence();
    return toReportResponse(report, metric, (model) => this.#modelKey(model));
  }

  /** Returns past results of a campaign, the current one last. */
  async history(
    { project, call }: ProjectContext,
    idOrKey: string,
    { limit }: CampaignHistoryQuery,
  ): Promise<CampaignHistoryResponse> {
    const { id } = await this.find(project, idOrKey);
    const { points } = await this.management.read(readCampaignHistory, { id, project_id: project.id, limit }, call);
    await this.models.replica.fence();
    const data = points.map(({ winner_model_id, models, ...point }) => ({
      ...point,
      winner: winner_model_id === null ? null : this.#modelKey(winner_model_id),
      models: models.map(({ model_id, interval, ...numbers }) => ({
        model: this.#modelKey(model_id),
        ...numbers,
        interval: pairOf(interval),
      })),
    }));
    return { data };
  }

  protected override async prepare(): Promise<void> {
    await Promise.all([this.metrics.replica.fence(), this.models.replica.fence()]);
  }

  /** Names metric and models by their present keys; by id if they are deleted. */
  protected override show({ metric_id, model_ids, winner_model_id, ...campaign }: AbCampaign): AbCampaignResponse {
    return {
      ...campaign,
      metric: this.metrics.replica.get(metric_id)?.key ?? metric_id,
      models: model_ids.map((id) => this.#modelKey(id)),
      winner: winner_model_id === null ? null : this.#modelKey(winner_model_id),
    };
  }

  #modelKey(id: string): string {
    return this.models.replica.get(id)?.key ?? id;
  }
}

/** Maps a report to the response. @param keyOf returns the key of a model by its id. */
function toReportResponse(
  report: CampaignReport,
  { key: metric, scoring_type }: Pick<Metric, 'key' | 'scoring_type'>,
  keyOf: (modelId: string) => string,
): CampaignReportResponse {
  const { status, feedback_type, winner_model_id, warmup_count } = report;
  const models = report.models.map(({ model_id, interval, comparisons, ...numbers }) => ({
    model: keyOf(model_id),
    ...numbers,
    interval: pairOf(interval),
    ...comparisons,
  }));
  const matrix = report.matrix?.map(({ model_id, other_model_id, ...tally }) => ({
    model: keyOf(model_id),
    other: keyOf(other_model_id),
    ...tally,
  }));
  const winner = winner_model_id === null ? null : keyOf(winner_model_id);
  const rest = { feedback_type, metric, models, ...(matrix && { matrix }) };
  // What is preferred is better, whichever values of the metric are.
  const lowerIsBetter = feedback_type === 'metric' && scoring_type === 'lower_is_better';
  return { status, winner, summary: summaryOf({ status, winner, warmup_count, lowerIsBetter, ...rest }), ...rest };
}

function pairOf(interval: { low: number; high: number } | null): [number, number] | null {
  return interval && [interval.low, interval.high];
}
