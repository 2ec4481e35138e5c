import { Injectable } from '@nestjs/common';
import type { Project } from '@earshot/contracts-projects';
import { ProjectDirectory, type ProjectResource, type ResourceDirectory } from '@earshot/directory';
import { invalidRequest, notFound, AppError } from '@earshot/errors';
import type { Caller } from '../auth/caller.js';
import { ProjectAccess } from '../auth/project-access.js';
import type { ProjectContext, RequestContext } from '../auth/request-context.js';

/** A resource, with the context of its project. */
export interface Located {
  readonly context: ProjectContext;
  readonly id: string;
}

/** Finds the projects of root fields. */
@Injectable()
export class ProjectScope {
  constructor(
    private readonly access: ProjectAccess,
    private readonly projects: ProjectDirectory,
  ) {}

  /** Returns the context in a named project. @throws AppError as {@link ProjectAccess.resolve}. */
  async of(context: RequestContext, idOrKey: string): Promise<ProjectContext> {
    return { ...context, project: await this.access.resolve(context.caller, idOrKey) };
  }

  /**
   * Returns the context in the project of a new resource: the named one, or else the only one that the caller may use.
   *
   * @throws AppError `project_required`, and as {@link ProjectAccess.resolve}.
   */
  async ofNew(context: RequestContext, idOrKey: string | null): Promise<ProjectContext> {
    if (idOrKey !== null) return this.of(context, idOrKey);
    const [only, ...others] = await this.all(context);
    if (only !== undefined && others.length === 0) return only;
    const message = "The request names no project. Use a key of a project, or a name '{project}/{name}'.";
    throw invalidRequest('project_required', message, { param: 'input.name' });
  }

  /** Returns a context for each project that the caller may use, the oldest project first. */
  async all(context: RequestContext): Promise<ProjectContext[]> {
    await this.projects.replica.fence();
    const visible = [...this.projects.replica.values()].filter((project) => maySee(context.caller, project));
    visible.sort((one, other) => (one.created_at < other.created_at ? -1 : 1));
    return visible.map((project) => ({ ...context, project }));
  }

  /**
   * Finds a resource whose project is not named, by id, `{project}/{key}`, or a key that one project has.
   *
   * @param kind as an error names it, for example `model`.
   * @throws AppError `<kind>_not_found`, `name_ambiguous`
   */
  async locate<Resource extends ProjectResource>(
    context: RequestContext,
    directory: ResourceDirectory<Resource>,
    kind: string,
    name: string,
  ): Promise<Located> {
    const scopes = await this.all(context);
    await directory.replica.fence();
    const found = scopes.flatMap((scope) => {
      const resource = directory.find(scope.project.id, nameIn(scope.project, name));
      return resource === undefined ? [] : [{ context: scope, id: resource.id }];
    });
    const [first, ...others] = found;
    if (first === undefined) throw notFound(kind, name);
    if (others.length > 0) throw ambiguous(kind, name);
    return first;
  }
}

/** Returns the id or key of a resource in a project, where it may be named `{project}/{key}` as well. */
export function nameIn({ id, key }: Project, name: string): string {
  const prefix = [id, key].map((project) => `${project}/`).find((start) => name.startsWith(start)) ?? '';
  return name.slice(prefix.length);
}

/** Returns null where a named resource does not exist, as nullable fields do. */
export async function orNull<Value>(found: Promise<Value>): Promise<Value | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof AppError && error.type === 'not_found_error') return null;
    throw error;
  }
}

function maySee({ projectId }: Caller, { id }: Project): boolean {
  return projectId === null || projectId === id;
}

function ambiguous(kind: string, name: string): AppError {
  const message = `Several projects have a ${kind} '${name}'. Name it by its id or as {project}/${name}.`;
  return invalidRequest('name_ambiguous', message);
}
