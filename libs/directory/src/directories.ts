import { Injectable } from '@nestjs/common';
import { metricsState, type Metric } from '@earshot/contracts-feedback';
import {
  abCampaignsState,
  modelsState,
  toolsState,
  type AbCampaign,
  type Model,
  type Tool,
} from '@earshot/contracts-inference';
import { InjectReplica, type StateReplica } from '@earshot/messaging';
import { ResourceDirectory } from './resource-directory.js';

/** The metrics of all projects. */
@Injectable()
export class MetricDirectory extends ResourceDirectory<Metric> {
  constructor(@InjectReplica(metricsState) replica: StateReplica<Metric>) {
    super(replica, 'metric');
  }
}

/** The A/B campaigns of all projects. */
@Injectable()
export class CampaignDirectory extends ResourceDirectory<AbCampaign> {
  constructor(@InjectReplica(abCampaignsState) replica: StateReplica<AbCampaign>) {
    super(replica, 'ab campaign');
  }
}

/** The tools of all projects. */
@Injectable()
export class ToolDirectory extends ResourceDirectory<Tool> {
  constructor(@InjectReplica(toolsState) replica: StateReplica<Tool>) {
    super(replica, 'tool');
  }
}

/** The models of all projects, by their names and as defaults. */
@Injectable()
export class ModelDirectory extends ResourceDirectory<Model> {
  readonly #defaults = new Map<string, Model>();

  constructor(@InjectReplica(modelsState) replica: StateReplica<Model>) {
    super(replica, 'model');
    for (const model of replica.values()) this.#follow(model);
    replica.onChange((_id, model, previous) => this.#follow(model, previous));
  }

  /** Finds like {@link find}. @param idOrKey null for the default of the project. */
  findOrDefault(projectId: string, idOrKey: string | null): Model | undefined {
    return idOrKey === null ? this.#defaults.get(projectId) : this.find(projectId, idOrKey);
  }

  /** Finds like {@link findOrFence}. @param name id, key or `{project}/{model}`. */
  findNamed(project: ProjectName, name: string): Promise<Model | undefined> {
    const prefixes = [`${project.key}/`, `${project.id}/`];
    const prefix = prefixes.find((one) => name.toLowerCase().startsWith(one)) ?? '';
    return this.findOrFence(project.id, name.slice(prefix.length));
  }

  /** A default is published before its predecessor stops being one, so a project always has one. */
  #follow(model: Model | undefined, previous?: Model): void {
    if (previous && this.#defaults.get(previous.project_id)?.id === previous.id) {
      if (!model?.default) this.#defaults.delete(previous.project_id);
    }
    if (model?.default) this.#defaults.set(model.project_id, model);
  }
}

/** What the name of a model needs of its project. */
interface ProjectName {
  readonly id: string;
  readonly key: string;
}

/** The name of a model as callers see it: `{project}/{model}`. */
export function modelName(project: Pick<ProjectName, 'key'>, model: Pick<Model, 'key'>): string {
  return `${project.key}/${model.key}`;
}
