import { Injectable } from '@nestjs/common';
import { modelsState, type Model } from '@earshot/contracts-inference';
import { InjectReplica, type StateReplica } from '@earshot/messaging';
import { ProjectDirectory } from './project-directory.js';

/** The models of the installation, as the inference service publishes them. */
@Injectable()
export class ModelDirectory {
  constructor(
    @InjectReplica(modelsState) private readonly replica: StateReplica<Model>,
    private readonly projects: ProjectDirectory,
  ) {}

  /**
   * A model of a project, once everything that was published before this call is known, with its name, `{project}/{model}`.
   *
   * @param name id or key, or `{project}/{model}`. @throws AppError `project_not_found`, `service_unavailable`
   */
  async find(projectId: string, name: string): Promise<{ model: Model; name: string } | undefined> {
    const project = await this.projects.require(projectId);
    const prefixes = [`${project.key}/`, `${project.id}/`];
    const prefix = prefixes.find((one) => name.toLowerCase().startsWith(one)) ?? '';
    const own = name.slice(prefix.length);
    let model = this.#look(projectId, own);
    if (model === undefined) {
      await this.replica.fence();
      model = this.#look(projectId, own);
    }
    return model && { model, name: `${project.key}/${model.key}` };
  }

  /** By its id first (interface, section 1). Texts are compared by people: there is no need for an index. */
  #look(projectId: string, name: string): Model | undefined {
    const byId = this.replica.get(name.toLowerCase());
    if (byId?.project_id === projectId) return byId;
    return [...this.replica.values()].find((model) => model.project_id === projectId && model.key === name);
  }
}
