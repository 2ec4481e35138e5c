import { Injectable } from '@nestjs/common';
import { ProjectDirectory } from '@earshot/directory';
import { invalidRequest } from '@earshot/errors';
import type { Caller } from './caller.js';
import { ProjectAccess } from './project-access.js';

/** The names under which a request may say its project, the newest first. */
const names = ['project', 'project_id', 'use_case'] as const;

/** What a request says of its project. */
export type ProjectNames = Readonly<Partial<Record<(typeof names)[number], string | null>>>;

/** Finds the project that a request names in one of several fields, of the older revisions too (interface, section 5). */
@Injectable()
export class NamedProject {
  constructor(
    private readonly access: ProjectAccess,
    private readonly projects: ProjectDirectory,
  ) {}

  /**
   * Id of the project that the request names, else of the one that the caller's key belongs to, else null.
   *
   * @throws AppError `invalid_field` where it names two; as {@link ProjectAccess.resolve}.
   */
  async idOf(caller: Caller, given: ProjectNames): Promise<string | null> {
    const [first, ...others] = names.filter((name) => (given[name] ?? null) !== null);
    if (first === undefined) return caller.projectId;
    const { id } = await this.access.resolve(caller, given[first] as string, first);
    // The project is known by now, by its id and its key: what does not find it names another one, whether or not there is one.
    for (const other of others) {
      if (this.projects.find(given[other] as string)?.id !== id) throw differ(first, other);
    }
    return id;
  }
}

function differ(one: string, other: string) {
  return invalidRequest('invalid_field', `'${one}' and '${other}' name different projects: leave one of them out.`, {
    param: other,
  });
}
