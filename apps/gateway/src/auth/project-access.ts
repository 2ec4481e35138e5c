import { Injectable } from '@nestjs/common';
import type { Project } from '@earshot/contracts-projects';
import { ProjectDirectory } from '@earshot/directory';
import { AppError, notFound, quoted } from '@earshot/errors';
import type { Caller } from './caller.js';

/** Finds the project that a request names, if its caller may name it. */
@Injectable()
export class ProjectAccess {
  constructor(private readonly projects: ProjectDirectory) {}

  /**
   * The project, at once where this gateway knows it; a miss is decided behind a fence.
   *
   * @param param where the project was named.
   * @throws AppError `project_forbidden` for what a project's key may not use, there or not; `project_not_found` for keys of the installation.
   */
  resolve(caller: Caller, idOrKey: string, param = 'project'): Project | Promise<Project> {
    const project = this.projects.find(idOrKey);
    return project !== undefined && maySee(caller, project) ? project : this.#resolveFenced(caller, idOrKey, param);
  }

  async #resolveFenced(caller: Caller, idOrKey: string, param: string): Promise<Project> {
    const project = await this.projects.findFenced(idOrKey);
    if (project !== undefined && maySee(caller, project)) return project;
    if (caller.projectId === null) throw notFound('project', idOrKey, { param });
    throw new AppError({
      code: 'project_forbidden',
      type: 'permission_error',
      message: `The API key may not use the project '${quoted(idOrKey)}'.`,
      param,
    });
  }
}

function maySee(caller: Caller, project: Project): boolean {
  return caller.projectId === null || caller.projectId === project.id;
}
