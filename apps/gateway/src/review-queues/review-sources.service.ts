import { Injectable } from '@nestjs/common';
import type { ReviewSource } from '@earshot/contracts-feedback';
import { isExternal, type Model } from '@earshot/contracts-inference';
import type { InteractionFilter } from '@earshot/contracts-interactions';
import { CampaignDirectory, MetricDirectory, ModelDirectory } from '@earshot/directory';
import type { InteractionFilterInput } from '@earshot/dto-interactions';
import { invalidRequest, notFound, quoted } from '@earshot/errors';
import { permissionMissing } from '../auth/access.errors.js';
import type { ProjectContext } from '../auth/request-context.js';
import { InteractionFilters, shownFilter } from '../interactions/interaction-filters.service.js';
import type { ReviewSourceInput } from './review-queue-input.js';

interface ProjectName {
  readonly id: string;
  readonly key: string;
}

/** Resolves the sources of review queues: keys become ids, which do not change. */
@Injectable()
export class ReviewSources {
  constructor(
    private readonly campaigns: CampaignDirectory,
    private readonly models: ModelDirectory,
    private readonly metrics: MetricDirectory,
    private readonly filters: InteractionFilters,
  ) {}

  /**
   * @throws AppError `ab_campaign_not_found`, `model_not_found`, `metric_not_found`, `model_not_capable`,
   * `permission_missing`
   */
  async resolve(
    source: ReviewSourceInput,
    { project, caller }: Pick<ProjectContext, 'project' | 'caller'>,
  ): Promise<ReviewSource> {
    if (source === null) return null;
    if ('ab_campaign' in source) return { ab_campaign: await this.#campaign(project, source.ab_campaign) };
    if ('models' in source) {
      const [one, other] = source.models;
      if (source.filter?.model != null) throw modelTwice();
      const param = 'source.models';
      const [first, second] = [await this.#model(project, one, param), await this.#model(project, other, param)];
      const models: [string, string] = [first.id, second.id];
      return { models, ...(source.filter && { filter: await this.#filter(project, source.filter) }) };
    }
    const filter = await this.#filter(project, source.filter);
    if (source.replay === undefined) return { filter };
    if (!caller.permissions.has('inference')) throw permissionMissing('inference');
    return { filter, replay: { ...source.replay, model: await this.#replaying(project, source.replay.model) } };
  }

  async #replaying(project: ProjectName, name: string): Promise<string> {
    const param = 'source.replay.model';
    const model = await this.#model(project, name, param);
    if (!isExternal(model) && model.capabilities.includes('chat')) return model.id;
    const message = `The model '${project.key}/${quoted(name)}' cannot answer chats. Choose a model with the capability 'chat'.`;
    throw invalidRequest('model_not_capable', message, { param });
  }

  async #filter(project: ProjectName, given: InteractionFilterInput): Promise<InteractionFilter> {
    const filter = await this.filters.resolve(given, project);
    const metric = filter.metric && { ...filter.metric, metric: await this.#metric(project, filter.metric.metric) };
    return { ...filter, metric };
  }

  async #campaign(project: ProjectName, name: string): Promise<string> {
    const campaign = await this.campaigns.findFenced(project.id, name);
    if (campaign === undefined)
      throw notFound('ab campaign', `${project.key}/${name}`, { param: 'source.ab_campaign' });
    return campaign.id;
  }

  async #model(project: ProjectName, name: string, param: string): Promise<Model> {
    const model = await this.models.findFenced(project.id, name);
    if (model === undefined) throw notFound('model', `${project.key}/${name}`, { param });
    return model;
  }

  async #metric(project: ProjectName, name: string): Promise<string> {
    const metric = await this.metrics.findFenced(project.id, name);
    if (metric === undefined) throw notFound('metric', `${project.key}/${name}`, { param: 'source.filter.metric' });
    return metric.id;
  }
}

function modelTwice() {
  const param = 'source.filter.model';
  return invalidRequest('invalid_field', `'${param}' must be absent, because 'source.models' names the models.`, {
    param,
  });
}

/** The source of a queue as it is shown. */
export function shownSource(source: ReviewSource): ReviewSource {
  if (source === null || !('filter' in source) || source.filter === undefined) return source;
  return { ...source, filter: shownFilter(source.filter as InteractionFilter) };
}
