import { Injectable } from '@nestjs/common';
import { projectsState, type Project } from '@earshot/contracts-projects';
import { notFound } from '@earshot/errors';
import { InjectReplica, type StateReplica } from '@earshot/messaging';

/** The projects of the installation, as the projects service publishes them. */
@Injectable()
export class ProjectDirectory {
  constructor(@InjectReplica(projectsState) private readonly replica: StateReplica<Project>) {}

  /** The project as far as it is known at this moment. */
  find(id: string): Project | undefined {
    return this.replica.get(id);
  }

  /** The project, once everything that was published before this call is known. @throws AppError `project_not_found` */
  async require(id: string): Promise<Project> {
    const known = this.replica.get(id);
    if (known) return known;
    await this.replica.fence();
    const project = this.replica.get(id);
    if (!project) throw notFound('project', id);
    return project;
  }
}
