import { Injectable } from '@nestjs/common';
import { interactionImported, interactionRecorded, interactionStarted } from '@earshot/contracts-interactions';
import { AppError } from '@earshot/errors';
import { EventFence, type Transaction } from '@earshot/persistence';
import type { Found, Reference, SessionReference } from './reference.js';
import { ReferencesRepository, type SubjectId } from './references.repository.js';

/** Where completions become known. */
const topics = [interactionStarted.topic, interactionRecorded.topic, interactionImported.topic];

/** A session as it is looked for: in one project, or (null) in whichever it is. */
export interface SessionWanted {
  readonly sessionId: string;
  readonly projectId: string | null;
}

/**
 * Finds what feedback is about. What this service has not heard of yet is not missing: it looks again once it has applied everything that the
 * topics held when it was asked.
 */
@Injectable()
export class ReferencesService {
  constructor(
    private readonly references: ReferencesRepository,
    private readonly fence: EventFence,
  ) {}

  /** By their ids. @throws AppError `service_unavailable` while the database is away. */
  completions(ids: readonly string[]): Promise<Found<Reference>> {
    const find = async (missing: readonly string[]) => {
      const found = await this.references.reading((tx) => this.references.completions(tx, missing));
      return found.map((reference): [string, Reference] => [reference.completionId, reference]);
    };
    return this.#find([...new Set(ids)], find);
  }

  /** By their ids, with the projects in which they are: one, or the first two. @throws AppError as {@link completions}. */
  sessions(wanted: readonly SessionWanted[]): Promise<Found<readonly SessionReference[]>> {
    const byName = new Map(wanted.map((one) => [nameOf(one), one]));
    const find = async (missing: readonly string[]) => {
      const some = missing.map((name) => byName.get(name) as SessionWanted);
      const rows = await this.references.reading((tx) =>
        this.references.sessions(
          tx,
          some.map(({ sessionId }) => sessionId),
          some.map(({ projectId }) => projectId),
        ),
      );
      return some.flatMap((one): [string, SessionReference[]][] => {
        const own = rows.filter(({ sessionId, projectId }) => fits(one, sessionId, projectId));
        return own.length === 0 ? [] : [[nameOf(one), own]];
      });
    };
    return this.#find([...byName.keys()], find);
  }

  /** Which of those that were found are not erased since; see {@link ReferencesRepository.living}. */
  living(tx: Transaction, subjects: readonly SubjectId[]): Promise<Set<string>> {
    return this.references.living(tx, subjects);
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
      // It concerns those alone that are missing: the others need not wait for it.
      if (error instanceof AppError) return { found, failure: error };
      throw error;
    }
    for (const [name, value] of await find(missing)) found.set(name, value);
    return { found, failure: undefined };
  }
}

/** The name by which {@link ReferencesService.sessions} gives back a session. */
export function nameOf({ sessionId, projectId }: SessionWanted): string {
  return `${sessionId}/${projectId ?? ''}`;
}

function fits(wanted: SessionWanted, sessionId: string, projectId: string): boolean {
  return wanted.sessionId === sessionId && (wanted.projectId === null || wanted.projectId === projectId);
}
