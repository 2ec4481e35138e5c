import { Injectable } from '@nestjs/common';
import {
  changeAbCampaign,
  createAbCampaign,
  deleteAbCampaign,
  listAbCampaigns,
  lookUpInferenceCommand,
  type AbCampaign,
} from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';
import type { ListQuery } from '@earshot/dto-common';
import type { AbCampaignResponse, CreateAbCampaign, UpdateAbCampaign } from '@earshot/dto-inference';
import { notFound } from '@earshot/errors';
import { ProjectAccess } from '../auth/project-access.js';
import { CampaignDirectory } from '../directory/campaign-directory.js';
import { MetricDirectory } from '../directory/metric-directory.js';
import { ModelDirectory } from '../directory/model-directory.js';
import type { RequestContext } from '../http/request-context.js';
import { ManagementClient } from '../management/management.client.js';
import { showPage, type Page } from '../management/page.js';
import { writeIds } from '../management/write-ids.js';
import { toAbCampaignResponse } from './ab-campaign.mapper.js';

/** Turns requests about A/B campaigns into commands to the service that owns them. */
@Injectable()
export class AbCampaignsService {
  constructor(
    private readonly management: ManagementClient,
    private readonly access: ProjectAccess,
    private readonly directory: CampaignDirectory,
    private readonly metrics: MetricDirectory,
    private readonly models: ModelDirectory,
  ) {}

  async create(context: RequestContext, project: string, body: CreateAbCampaign): Promise<AbCampaignResponse> {
    const { id: project_id } = await this.access.resolve(context.caller, project);
    const { command, entity } = writeIds(context, project_id);
    const { name = body.key, auto_deploy = false, ...rest } = body;
    const request = { id: entity, project_id, name, auto_deploy, ...rest };
    const writing = this.#writing(context, command, project_id);
    return this.#shown(await this.management.write(createAbCampaign, request, writing));
  }

  async list(context: RequestContext, project: string, page: ListQuery): Promise<Page<AbCampaignResponse>> {
    const { id: project_id } = await this.access.resolve(context.caller, project);
    const found = await this.management.read(listAbCampaigns, { ...page, project_id }, context.call);
    const show = await this.#show();
    return showPage(found, show);
  }

  async read(context: RequestContext, project: string, campaign: string): Promise<AbCampaignResponse> {
    return this.#shown(await this.#find(await this.access.resolve(context.caller, project), campaign));
  }

  async update(
    context: RequestContext,
    project: string,
    name: string,
    changes: UpdateAbCampaign,
  ): Promise<AbCampaignResponse> {
    const { command, id, project_id } = await this.#target(context, project, name);
    const writing = this.#writing(context, command, project_id);
    return this.#shown(await this.management.write(changeAbCampaign, { id, project_id, changes }, writing));
  }

  async remove(context: RequestContext, project: string, name: string): Promise<void> {
    const { command, id, project_id } = await this.#target(context, project, name);
    await this.management.write(deleteAbCampaign, { id, project_id }, this.#writing(context, command, project_id));
  }

  async #target(context: RequestContext, project: string, name: string) {
    const owner = await this.access.resolve(context.caller, project);
    const { command } = writeIds(context, owner.id);
    const find = () => this.#find(owner, name);
    const id = await this.management.target(context, command, lookUpInferenceCommand, find);
    return { command, project_id: owner.id, id };
  }

  async #find({ id, key }: Pick<Project, 'id' | 'key'>, name: string): Promise<AbCampaign> {
    const campaign = await this.directory.findFenced(id, name);
    if (campaign === undefined) throw notFound('ab campaign', `${key}/${name}`);
    return campaign;
  }

  async #shown(campaign: AbCampaign): Promise<AbCampaignResponse> {
    const show = await this.#show();
    return show(campaign);
  }

  /** What shows campaigns with the keys that their metrics and models have now. */
  async #show(): Promise<(campaign: AbCampaign) => AbCampaignResponse> {
    const { replica: metrics } = this.metrics;
    const { replica: models } = this.models;
    await Promise.all([metrics.fence(), models.fence()]);
    return (campaign) =>
      toAbCampaignResponse(
        campaign,
        (id) => metrics.get(id)?.key,
        (id) => models.get(id)?.key,
      );
  }

  /** Writes of one project in their order: which campaign takes its traffic depends on it. */
  #writing({ call }: RequestContext, id: string, key: string) {
    return { call, id, key, changes: this.directory.replica };
  }
}
