import { Injectable } from '@nestjs/common';
import { isExternal, type EmbedRequest, type Model } from '@earshot/contracts-inference';
import { ModelDirectory, modelName, ObservedState, ProjectDirectory } from '@earshot/directory';
import { notFound } from '@earshot/errors';
import { modelNotFound, noDefaultModel } from '../chat/chat.errors.js';
import type { ChatTarget } from '../chat/chat-target.js';
import { canNotEmbed, noEmbeddingModel } from './embeddings.errors.js';

/** The model that embeds. */
export type EmbeddingTarget = Pick<ChatTarget, 'model' | 'name'>;

type Address = Pick<EmbedRequest, 'project_id' | 'model'>;

/** Finds the model that embeds for a request. */
@Injectable()
export class EmbeddingTargets {
  constructor(
    private readonly projects: ProjectDirectory,
    private readonly models: ModelDirectory,
    private readonly state: ObservedState,
  ) {}

  /**
   * The model that a request names; else the project's default, or its oldest embedding model. Reads the state topics
   * to their end before it reports none. @throws AppError `project_not_found`, `model_not_found`, `model_not_capable`
   */
  async resolve(address: Address, observed: Readonly<Record<string, number>>): Promise<EmbeddingTarget> {
    return capable((await this.state.find(observed, () => this.#find(address))) ?? this.#throwNotFound(address));
  }

  #find({ project_id, model: name }: Address): EmbeddingTarget | undefined {
    const project = this.projects.get(project_id);
    if (!project) return undefined;
    const named = this.models.findOrDefault(project_id, name);
    const model = name === null && named && !canEmbed(named) ? this.models.of(project_id).find(canEmbed) : named;
    return model && { model, name: modelName(project, model) };
  }

  #throwNotFound({ project_id, model }: Address): never {
    const project = this.projects.get(project_id);
    if (!project) throw notFound('project', project_id, { param: 'model' });
    if (model !== null) throw modelNotFound(project.key, model);
    throw this.models.findOrDefault(project_id, null) ? noEmbeddingModel(project.key) : noDefaultModel(project.key);
  }
}

function capable(target: EmbeddingTarget): EmbeddingTarget {
  const { model, name } = target;
  if (isExternal(model)) {
    throw canNotEmbed(name, "its provider kind is 'external', which only records answers.");
  }
  if (!canEmbed(model)) throw canNotEmbed(name, "it lacks the capability 'embeddings'.");
  return target;
}

function canEmbed(model: Model): boolean {
  return !isExternal(model) && model.capabilities.includes('embeddings');
}
