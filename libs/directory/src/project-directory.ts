import { Injectable } from '@nestjs/common';
import { projectsState, type Project } from '@earshot/contracts-projects';
import { notFound } from '@earshot/errors';
import { InjectReplica, StateIndex, type StateReplica } from '@earshot/messaging';

/** The projects of the installation, in memory. */
@Injectable()
export class ProjectDirectory {
  readonly #byKey: StateIndex<Project>;

  constructor(@InjectReplica(projectsState) readonly replica: StateReplica<Project>) {
    this.#byKey = new StateIndex(replica, ({ key }) => key);
  }

  /** Finds a project by id, as far as this process has read. */
  get(id: string): Project | undefined {
    return this.replica.get(id);
  }

  /** Finds a project by id, in any letter case, or else by key, as far as this process has read. */
  find(idOrKey: string): Project | undefined {
    return this.replica.get(idOrKey.toLowerCase()) ?? this.#byKey.find(idOrKey);
  }

  /**
   * Finds like {@link find}, after reading all that was published before this call.
   * @throws AppError `service_unavailable`
   */
  async findFenced(idOrKey: string): Promise<Project | undefined> {
    await this.replica.fence();
    return this.find(idOrKey);
  }

  /**
   * Finds a project by id; reads on only where it is not known yet.
   *
   * @param param the request's field that names the project.
   * @throws AppError `project_not_found`, `service_unavailable`
   */
  async require(id: string, param?: string): Promise<Project> {
    if (this.get(id) === undefined) await this.replica.fence();
    const project = this.get(id);
    if (project === undefined) throw notFound('project', id, { param });
    return project;
  }
}
