import { Injectable } from '@nestjs/common';
import { metricsState, type Metric } from '@earshot/contracts-feedback';
import { abCampaignsState, modelsState, type AbCampaign, type Model } from '@earshot/contracts-inference';
import { projectsState, type Project } from '@earshot/contracts-projects';
import { notFound } from '@earshot/errors';
import { InjectReplica, StateReplica } from '@earshot/messaging';
import { ProjectIndex } from './project-index.js';

/** The projects, models, metrics and campaigns of the installation, from memory; what is not there is looked for behind a fence first. */
@Injectable()
export class Directory {
  readonly #models: ProjectIndex<Model>;
  readonly #metrics: ProjectIndex<Metric>;
  readonly #campaigns: ProjectIndex<AbCampaign>;

  constructor(
    @InjectReplica(projectsState) private readonly projects: StateReplica<Project>,
    @InjectReplica(modelsState) models: StateReplica<Model>,
    @InjectReplica(metricsState) metrics: StateReplica<Metric>,
    @InjectReplica(abCampaignsState) campaigns: StateReplica<AbCampaign>,
  ) {
    this.#models = new ProjectIndex(models);
    this.#metrics = new ProjectIndex(metrics);
    this.#campaigns = new ProjectIndex(campaigns);
  }

  /** Those that are known by now. */
  allProjects(): Project[] {
    return [...this.projects.values()];
  }

  /** @throws AppError `project_not_found`, `service_unavailable` */
  async project(id: string): Promise<Project> {
    if (this.projects.get(id) === undefined) await this.projects.fence();
    const project = this.projects.get(id);
    if (project === undefined) throw notFound('project', id, { param: 'project' });
    return project;
  }

  /** @param param where it was named. @throws AppError `model_not_found`, `service_unavailable` */
  async model(projectId: string, idOrKey: string, param: string): Promise<Model> {
    const model = await this.#models.findFenced(projectId, idOrKey);
    if (model === undefined) throw notFound('model', idOrKey, { param });
    return model;
  }

  /** @param param where it was named. @throws AppError `ab_campaign_not_found`, `service_unavailable` */
  async campaign(projectId: string, idOrKey: string, param: string): Promise<AbCampaign> {
    const campaign = await this.#campaigns.findFenced(projectId, idOrKey);
    if (campaign === undefined) throw notFound('ab campaign', idOrKey, { param });
    return campaign;
  }

  /** @param param where it was named. @throws AppError `metric_not_found`, `service_unavailable` */
  async metric(projectId: string, idOrKey: string, param: string): Promise<Metric> {
    const metric = await this.#metrics.findFenced(projectId, idOrKey);
    if (metric === undefined) throw notFound('metric', idOrKey, { param });
    return metric;
  }
}
