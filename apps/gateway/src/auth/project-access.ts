import { Injectable } from '@nestjs/common';
import type { Project } from '@earshot/contracts-projects';
import { ProjectDirectory } from '@earshot/directory';
import { AppError, invalidRequest, notFound, quoted } from '@earshot/errors';
import type { Caller } from './caller.js';

/** Fields in which a body can name its project, the current one first. */
const projectFields = ['project', 'project_id', 'use_case'] as const;

type ProjectFields = Readonly<Partial<Record<(typeof projectFields)[number], string | null>>>;

/** For callers that send the bare name of a provider's model, such as `gpt-4o`. */
const modelHint =
  "'model' must be {project}/{model}, {project} for its default model, or a model of the key's project. List models with GET /api/v1/models.";

/** Finds the project that a request names, if its caller may use it. */
@Injectable()
export class ProjectAccess {
  constructor(private readonly projects: ProjectDirectory) {}

  /**
   * Returns the project; a promise if this gateway has to read the latest state first.
   *
   * @param param the field that names the project.
   * @throws AppError `project_forbidden` for a project key, whether or not the project exists; `project_not_found` for
   * an installation key.
   */
  resolve(caller: Caller, idOrKey: string, param = 'project'): Project | Promise<Project> {
    const project = this.projects.find(idOrKey);
    return project !== undefined && maySee(caller, project) ? project : this.#resolveFenced(caller, idOrKey, param);
  }

  /**
   * Returns the id of the project that a body names in one or more of its fields. If it names none, returns
   * the project of the key; null for an installation key.
   *
   * @throws AppError `invalid_field` if the fields name different projects; as {@link resolve}.
   */
  async named(caller: Caller, fields: ProjectFields): Promise<string | null> {
    const [first, ...others] = projectFields.filter((field) => (fields[field] ?? null) !== null);
    if (first === undefined) return caller.projectId;
    const { id } = await this.resolve(caller, fields[first] as string, first);
    // The project is known by now, under its id and key: any other name is another project, existing or not.
    for (const other of others) {
      if (this.projects.find(fields[other] as string)?.id !== id) throw differ(first, other);
    }
    return id;
  }

  async #resolveFenced(caller: Caller, idOrKey: string, param: string): Promise<Project> {
    const project = await this.projects.findFenced(idOrKey);
    if (project !== undefined && maySee(caller, project)) return project;
    const hint = param === 'model' ? modelHint : undefined;
    if (caller.projectId === null) throw notFound('project', idOrKey, { param, hint });
    throw new AppError({
      code: 'project_forbidden',
      type: 'permission_error',
      message: `The API key may not use the project '${quoted(idOrKey)}'.${hint === undefined ? '' : ` ${hint}`}`,
      param,
    });
  }
}

function maySee(caller: Caller, project: Project): boolean {
  return caller.projectId === null || caller.projectId === project.id;
}

function differ(one: string, other: string) {
  return invalidRequest('invalid_field', `'${one}' and '${other}' name different projects. Omit one of them.`, {
    param: other,
  });
}
