import type { InteractionErased, UserErased } from '@earshot/contracts-interactions';
import { erasuresMs, maxErasures } from './live-event-limits.js';

/** An erasure, ms since 1970. */
interface Erasure {
  readonly erasedAt: number;
  readonly notedAt: number;
}

/** Something that may be erased. Times are RFC 3339. */
export interface Erasable {
  readonly project_id: string;
  readonly user: string | null;
  /** When it was made, or stored. */
  readonly at: string;
  readonly completion_ids: readonly string[];
}

/** Erasures of the last minutes: records of what was erased meanwhile still arrive. */
export class RecentErasures {
  readonly #erasures = new Map<string, Erasure>();

  /** Notes an erasure of a user or of completions. */
  note(event: UserErased | InteractionErased, now = Date.now()): void {
    const erasure = { erasedAt: Date.parse(event.erased_at), notedAt: now };
    const keys = 'user' in event ? [userKey(event.project_id, event.user)] : event.completion_ids.map(completionKey);
    for (const key of keys) {
      this.#erasures.delete(key);
      this.#erasures.set(key, erasure);
    }
    for (const [key, { notedAt }] of this.#erasures) {
      if (this.#erasures.size <= maxErasures && now - notedAt < erasuresMs) break;
      this.#erasures.delete(key);
    }
  }

  /** Whether an erasure covers it. */
  covers({ project_id, user, at, completion_ids }: Erasable): boolean {
    if (this.#erasures.size === 0) return false;
    if (completion_ids.some((id) => this.#erasures.has(completionKey(id)))) return true;
    const erasure = user === null ? undefined : this.#erasures.get(userKey(project_id, user));
    return erasure !== undefined && Date.parse(at) <= erasure.erasedAt;
  }
}

function userKey(project: string, user: string): string {
  return `user ${project}/${user}`.toLowerCase();
}

function completionKey(id: string): string {
  return `completion ${id}`.toLowerCase();
}
