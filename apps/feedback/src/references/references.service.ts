import { Injectable } from '@nestjs/common';
import { interactionImported, interactionRecorded, interactionStarted } from '@earshot/contracts-interactions';
import { AppError } from '@earshot/errors';
import { EventFence } from '@earshot/persistence';
import type { Found, Reference, SessionReference } from './reference.js';
import { ReferencesRepository } from './references.repository.js';

/** Topics that announce completions. */
const topics = [interactionStarted.topic, interactionRecorded.topic, interactionImported.topic];

/** A session to look up: in one project, or (null) in any. */
export interface SessionQuery {
  readonly session_id: string;
  readonly project_id: string | null;
}

/**
 * Looks up completions and sessions. For missing ones it waits until all events that the topics had at the call are
 * applied, and looks again.
 */
@Injectable()
export class ReferencesService {
  constructor(
    private readonly references: ReferencesRepository,
    private readonly fence: EventFence,
  ) {}

  /** Looks up completions by id. @throws AppError `service_unavailable` while the database is unavailable. */
  completions(ids: readonly string[]): Promise<Found<Reference>> {
    const find = async (missing: readonly string[]) => {
      const found = await this.references.reading((tx) => this.references.completions(tx, missing));
      return found.map((reference): [string, Reference] => [reference.completion_id, reference]);
    };
    return this.#find([...new Set(ids)], find);
  }

  /** Looks up sessions, each in at most two projects. @throws AppError as {@link completions}. */
  sessions(queries: readonly SessionQuery[]): Promise<Found<readonly SessionReference[]>> {
    const byKey = new Map(queries.map((one) => [sessionKey(one), one]));
    const find = async (missing: readonly string[]) => {
      const missingQueries = missing.map((name) => byKey.get(name) as SessionQuery);
      const rows = await this.references.reading((tx) =>
        this.references.sessions(
          tx,
          missingQueries.map(({ session_id }) => session_id),
          missingQueries.map(({ project_id }) => project_id),
        ),
      );
      return missingQueries.flatMap((one): [string, SessionReference[]][] => {
        const own = rows.filter(({ session_id, project_id }) => fits(one, session_id, project_id));
        return own.length === 0 ? [] : [[sessionKey(one), own]];
      });
    };
    return this.#find([...byKey.keys()], find);
  }

  async #find<T>(
    names: readonly string[],
    find: (missing: readonly string[]) => Promise<[string, T][]>,
  ): Promise<Found<T>> {
    const found = new Map(await find(names));
    const missing = names.filter((name) => !found.has(name));
    if (missing.length === 0) return { found, failure: undefined };
    try {
      await this.fence.wait(topics);
    } catch (error) {
      // The failure only affects missing ones.
      if (error instanceof AppError) return { found, failure: error };
      throw error;
    }
    for (const [name, value] of await find(missing)) found.set(name, value);
    return { found, failure: undefined };
  }
}

/** The key of a session in the result of {@link ReferencesService.sessions}. */
export function sessionKey({ session_id, project_id }: SessionQuery): string {
  return `${session_id}/${project_id ?? ''}`;
}

function fits(query: SessionQuery, session_id: string, project_id: string): boolean {
  return query.session_id === session_id && (query.project_id === null || query.project_id === project_id);
}
