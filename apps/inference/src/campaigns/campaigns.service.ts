import { Injectable } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { id as uuid, type CallContext } from '@earshot/contracts-core';
import {
  abCampaignsState,
  type AbCampaign,
  type AdvanceAbCampaign,
  type ChangeAbCampaign,
  type CreateAbCampaign,
  type ListResources,
  type Model,
  type NamedResource,
} from '@earshot/contracts-inference';
import { MetricDirectory, ProjectDirectory } from '@earshot/directory';
import { notFound } from '@earshot/errors';
import { nextUpdate, now, type Transaction } from '@earshot/persistence';
import { ModelsRepository } from '../models/models.repository.js';
import { canChat, ModelsService } from '../models/models.service.js';
import { campaignModelInvalid, campaignOver, stillRunning, trafficTaken, winnerInvalid } from './campaigns.errors.js';
import { isRunning } from '../campaign-rows/campaign-status.js';
import { CampaignsRepository } from '../campaign-rows/campaigns.repository.js';

/** The rules of campaigns. Every write holds the lock of the project's models, so that these stay while it runs. */
@Injectable()
export class CampaignsService {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly models: ModelsRepository,
    private readonly modelsService: ModelsService,
    private readonly projects: ProjectDirectory,
    private readonly metrics: MetricDirectory,
    private readonly changes: ResourceChanges,
  ) {}

  /** Starts a campaign. Throws the errors of the contract `create-ab-campaign.v1`. */
  async create(tx: Transaction, request: CreateAbCampaign, call: CallContext): Promise<AbCampaign> {
    const { metric: metricName, models, ...settings } = request;
    const { project_id, key } = settings;
    await this.projects.require(project_id);
    const metric = await this.metrics.findFenced(project_id, metricName);
    if (metric === undefined) throw notFound('metric', metricName, { param: 'metric' });
    await this.models.lockProject(tx, project_id);
    await this.campaigns.requireFreeKey(tx, project_id, key);
    const model_ids = await this.#resolveModels(tx, project_id, models);
    const taking = settings.traffic_split > 0 && (await this.campaigns.findTakingTraffic(tx, project_id));
    if (taking) throw trafficTaken(taking.key);
    const created_at = now();
    const fresh = { status: 'warmup' as const, winner_model_id: null, created_at, updated_at: created_at };
    const campaign = { ...settings, metric_id: metric.id, model_ids, ...fresh };
    await this.campaigns.insert(tx, campaign);
    await this.#publish(tx, null, campaign, call);
    return campaign;
  }

  /** Changes the given fields. @throws AppError `ab_campaign_not_found`, `campaign_over` */
  async change(tx: Transaction, { changes, ...which }: ChangeAbCampaign, call: CallContext): Promise<AbCampaign> {
    const current = await this.campaigns.lock(tx, which);
    const { name = current.name, status = current.status } = changes;
    if (changes.status !== undefined && !isRunning(current)) throw campaignOver(current);
    return this.#update(tx, current, { name, status }, call);
  }

  /** Advances a campaign, never backwards. @throws AppError `ab_campaign_not_found`, `winner_invalid` */
  async advance(tx: Transaction, request: AdvanceAbCampaign, call: CallContext): Promise<AbCampaign> {
    const current = await this.campaigns.lock(tx, request);
    const { status } = request;
    if (!isRunning(current) || current.status === status) return current;
    if (status === 'in_progress') return this.#update(tx, current, { status }, call);
    const { winner_model_id: winner } = request;
    if (winner !== null && !current.model_ids.includes(winner)) throw winnerInvalid(current.key);
    if (winner !== null && current.auto_deploy) {
      // The winner exists and can chat: models of a running campaign are protected.
      const { project_id } = current;
      await this.modelsService.update(tx, { id: winner, project_id, changes: { default: true } }, call);
    }
    return this.#update(tx, current, { status, winner_model_id: winner }, call);
  }

  /** @throws AppError `ab_campaign_not_found`, `campaign_running` */
  async remove(tx: Transaction, which: NamedResource, call: CallContext): Promise<{ id: string }> {
    const current = await this.campaigns.lock(tx, which);
    if (isRunning(current)) throw stillRunning(current.key);
    await this.campaigns.delete(tx, current.id);
    await this.#publish(tx, current, null, call);
    return { id: current.id };
  }

  /** The campaigns of a project, the oldest first. @throws AppError `cursor_invalid` */
  list(tx: Transaction, request: ListResources) {
    return this.campaigns.page(tx, request);
  }

  /**
   * The ids of models named by id or key, in their order. @throws AppError `model_not_found`, `campaign_model_invalid`
   */
  async #resolveModels(tx: Transaction, projectId: string, names: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const [index, name] of names.entries()) {
      const model = await this.#findModel(tx, projectId, name);
      if (!model) throw notFound('model', name, { param: `models[${index}]` });
      if (!canChat(model)) throw campaignModelInvalid(index, name, "lacks the capability 'chat'.");
      if (ids.includes(model.id)) throw campaignModelInvalid(index, name, 'is listed twice.');
      ids.push(model.id);
    }
    return ids;
  }

  /** Looks an id up first, where the name has that form, then a key. */
  async #findModel(tx: Transaction, projectId: string, name: string): Promise<Model | null> {
    const byId = uuid.safeParse(name).success ? await this.models.find(tx, projectId, name) : null;
    return byId ?? this.models.findByKey(tx, projectId, name);
  }

  async #update(
    tx: Transaction,
    current: AbCampaign,
    changes: Partial<AbCampaign>,
    call: CallContext,
  ): Promise<AbCampaign> {
    const changed = { ...current, ...changes, updated_at: nextUpdate(current.updated_at) };
    await this.campaigns.update(tx, changed);
    await this.#publish(tx, current, changed, call);
    return changed;
  }

  async #publish(tx: Transaction, before: AbCampaign | null, after: AbCampaign | null, call: CallContext) {
    const project_id = (after ?? before)?.project_id ?? null;
    await this.changes.publish(tx, abCampaignsState, { resource: 'ab_campaign', project_id, before, after }, call);
  }
}
