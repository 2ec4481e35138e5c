import { Injectable } from '@nestjs/common';
import { type AbCampaign, type ChatRequest, isExternal, type Model, providerOf } from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';
import { CampaignDirectory, ModelDirectory, modelName, ObservedState, ProjectDirectory } from '@earshot/directory';
import { notFound } from '@earshot/errors';
import { isRunning } from '../campaign-rows/campaign-status.js';
import { CampaignTraffic } from '../campaigns/campaign-traffic.js';
import { providerKinds } from '../providers/providers.js';
import { draw, unitOf } from './campaign-draw.js';
import { toolsNotSupported, campaignNotFound, modelNotFound, noDefaultModel, notCapable } from './chat.errors.js';

/** The model that answers a request. */
export interface ChatTarget {
  readonly project: Project;
  readonly model: Model;
  /** `{project}/{model}`, by their keys. */
  readonly name: string;
  /** Where an A/B campaign drew the model: the probability, and the campaign if the request takes part in it. */
  readonly drawn?: { readonly propensity: number; readonly campaignId: string | null };
}

type Capability = Model['capabilities'][number];

/** The fields of a request that select its model. */
type Address = Pick<ChatRequest, 'project_id' | 'model' | 'ab_campaign' | 'session_id' | 'new_session' | 'user'>;

/** Finds the model that answers a request. */
@Injectable()
export class ChatTargets {
  constructor(
    private readonly projects: ProjectDirectory,
    private readonly models: ModelDirectory,
    private readonly campaigns: CampaignDirectory,
    private readonly traffic: CampaignTraffic,
    private readonly state: ObservedState,
  ) {}

  /**
   * The model that a request names or a campaign draws. Reads the state topics to their end before it reports none.
   * @throws AppError `project_not_found`, `ab_campaign_not_found`, `model_not_found`, `model_not_capable`
   */
  async resolve(address: Address, observed: Readonly<Record<string, number>>): Promise<ChatTarget> {
    return capable((await this.state.find(observed, () => this.#find(address))) ?? this.#throwNotFound(address));
  }

  /** The fallback models of a target, in order, without those that are gone, renamed or not capable. */
  fallbacks({ project, model }: ChatTarget, ...needed: readonly Capability[]): ChatTarget[] {
    const targets: ChatTarget[] = [];
    for (const key of model.fallback) {
      const found = this.models.find(project.id, key);
      if (!found || found.id === model.id || isExternal(found)) continue;
      if (!found.capabilities.includes('chat') || !needed.every((one) => can(found, one))) continue;
      targets.push(target(project, found));
    }
    return targets;
  }

  #find(address: Address): ChatTarget | undefined {
    const { project_id, model: name } = address;
    const project = this.projects.get(project_id);
    if (!project) return undefined;
    const usual = this.models.findOrDefault(project_id, name);
    if (name !== null) return usual && target(project, usual);
    const campaign = this.#campaign(address);
    if (!campaign) return address.ab_campaign === undefined && usual ? target(project, usual) : undefined;
    return this.#drawn(project, usual, campaign, address);
  }

  /** The campaign that a request to the default model names, or that takes the default traffic. */
  #campaign({ project_id, ab_campaign }: Address): AbCampaign | undefined {
    if (ab_campaign === undefined) return this.traffic.of(project_id);
    return this.campaigns.find(project_id, ab_campaign);
  }

  /** Ignores a campaign that is over, so that callers do not fail at the moment of its decision. */
  #drawn(project: Project, usual: Model | undefined, campaign: AbCampaign, address: Address): ChatTarget | undefined {
    if (!isRunning(campaign)) return usual && target(project, usual);
    const approach = { forced: address.ab_campaign !== undefined, usualId: usual?.id };
    const { takesPart, modelId, propensity } = draw(campaign, unitOf(address), approach);
    const model = modelId === null ? usual : this.models.find(project.id, modelId);
    return model && { ...target(project, model), drawn: { propensity, campaignId: takesPart ? campaign.id : null } };
  }

  #throwNotFound({ project_id, model, ab_campaign }: Address): never {
    const project = this.projects.get(project_id);
    if (!project) throw notFound('project', project_id, { param: 'model' });
    if (ab_campaign !== undefined && !this.campaigns.find(project_id, ab_campaign)) throw campaignNotFound(ab_campaign);
    throw model === null ? noDefaultModel(project.key) : modelNotFound(project.key, model);
  }
}

/** Refuses a model that can't call functions. @throws AppError `model_not_capable` */
export function requireTools({ model, name }: ChatTarget): void {
  if (!can(model, 'tools')) throw toolsNotSupported(name);
}

/** A kind of provider that calls no functions overrides the capabilities of its models. */
function can(model: Model, capability: Capability): boolean {
  if (capability === 'tools' && providerKinds[providerOf(model).kind]?.callsTools === false) return false;
  return model.capabilities.includes(capability);
}

function target(project: Project, model: Model): ChatTarget {
  return { project, model, name: modelName(project, model) };
}

function capable(target: ChatTarget): ChatTarget {
  if (isExternal(target.model)) {
    throw notCapable(target.name, "its provider kind is 'external', which only records answers.");
  }
  if (!target.model.capabilities.includes('chat')) {
    throw notCapable(target.name, "it lacks the capability 'chat'.");
  }
  return target;
}
