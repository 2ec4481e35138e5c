import { Injectable } from '@nestjs/common';
import { invalidRequest } from '@earshot/errors';
import type { Caller } from '../auth/caller.js';
import { ProjectAccess } from '../auth/project-access.js';

/** The names under which a request may say its project, the newest first. */
const names = ['project', 'project_id', 'use_case'] as const;

/** What a request says of its project. */
export type ProjectNames = Readonly<Partial<Record<(typeof names)[number], string | null>>>;

/** Finds the project that a request names in one of several fields, of the older revisions too (interface, section 5). */
@Injectable()
export class NamedProject {
  constructor(private readonly access: ProjectAccess) {}

  /**
   * Id of the project that the request names, else of the one that the caller's key belongs to, else null.
   *
   * @throws AppError `invalid_field` where it names two; as {@link ProjectAccess.resolve}.
   */
  async idOf(caller: Caller, given: ProjectNames): Promise<string | null> {
    const found = new Map<string, string>();
    for (const param of names) {
      const name = given[param] ?? null;
      if (name === null) continue;
      const { id } = await this.access.resolve(caller, name, param);
      const [before] = found.keys();
      if (before !== undefined && before !== id) throw differ(found.get(before) as string, param);
      found.set(id, param);
    }
    const [id = caller.projectId] = found.keys();
    return id;
  }
}

function differ(one: string, other: string) {
  return invalidRequest('invalid_field', `'${one}' and '${other}' name different projects: leave one of them out.`, {
    param: other,
  });
}
