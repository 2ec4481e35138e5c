import { Injectable } from '@nestjs/common';
import type { ChatRequest, Model } from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';
import { notFound } from '@earshot/errors';
import { ModelDirectory } from '../directory/model-directory.js';
import { ObservedState } from '../directory/observed-state.js';
import { ProjectDirectory } from '../directory/project-directory.js';
import { modelNotFound, noDefaultModel, notCapable } from './chat.errors.js';

/** Who answers a request. */
export interface ChatTarget {
  readonly project: Project;
  readonly model: Model;
  /** `{project}/{model}`, by their keys. */
  readonly name: string;
}

type Capability = Model['capabilities'][number];

/** What of a request says who is to answer it. */
type Address = Pick<ChatRequest, 'project_id' | 'model'>;

/** Finds who answers a request. */
@Injectable()
export class ChatTargets {
  constructor(
    private readonly projects: ProjectDirectory,
    private readonly models: ModelDirectory,
    private readonly state: ObservedState,
  ) {}

  /**
   * The model that a request is for; asks the log before it says that there is none.
   *
   * @param observed how much of each state topic the caller had read when it sent the request.
   * @throws AppError `project_not_found`, `model_not_found`, `model_not_capable`
   */
  async resolve(address: Address, observed: Readonly<Record<string, number>>): Promise<ChatTarget> {
    return capable((await this.state.find(observed, () => this.#find(address))) ?? this.#refuse(address));
  }

  /** Who may answer in place of a target, in order; models that are gone, or were renamed, or can't do it are passed over. */
  fallbacks({ project, model }: ChatTarget, capability: Capability): ChatTarget[] {
    const targets: ChatTarget[] = [];
    for (const key of model.fallback) {
      const found = this.models.find(project.id, key);
      if (!found || found.id === model.id || found.provider.kind === 'external') continue;
      if (!found.capabilities.includes('chat') || !found.capabilities.includes(capability)) continue;
      targets.push({ project, model: found, name: `${project.key}/${found.key}` });
    }
    return targets;
  }

  #find({ project_id, model: name }: Address): ChatTarget | undefined {
    const project = this.projects.find(project_id);
    const model = project && this.models.find(project_id, name);
    return model && { project, model, name: `${project.key}/${model.key}` };
  }

  #refuse({ project_id, model }: Address): never {
    const project = this.projects.find(project_id);
    if (!project) throw notFound('project', project_id, { param: 'model' });
    throw model === null ? noDefaultModel(project.key) : modelNotFound(project.key, model);
  }
}

function capable(target: ChatTarget): ChatTarget {
  if (target.model.provider.kind === 'external') {
    throw notCapable(target.name, 'it runs elsewhere, and is only there to record what it said.');
  }
  if (!target.model.capabilities.includes('chat')) {
    throw notCapable(target.name, "it lacks the capability 'chat'.");
  }
  return target;
}
