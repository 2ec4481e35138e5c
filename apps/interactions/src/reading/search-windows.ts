import { dayLexeme, projectLexeme } from '../rows/derived-columns.js';

const dayMs = 86_400_000;

/** Windows up to this length select the lexemes of their days, longer ones that of the project. */
const maxDays = 16;

/** A window of time, and the lexemes of which each of its interactions has one. */
export interface SearchWindow {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly lexemes: readonly string[];
}

/**
 * Windows backwards in time, each twice as long as the one before, aligned to UTC days.
 *
 * @param latest time of the last interaction before which to search. @param earliest time at which the windows end.
 */
export function* searchWindows(projectId: string, latest: Date, earliest: Date): Generator<SearchWindow> {
  let to = Math.floor(latest.getTime() / dayMs) * dayMs + dayMs;
  for (let days = 1; to > earliest.getTime(); days *= 2) {
    yield windowOf(projectId, to - days * dayMs, to);
    to -= days * dayMs;
  }
}

/** Two parts of a window, the newer one first; none for a single day. */
export function partsOfWindow(projectId: string, { from, to }: SearchWindow): SearchWindow[] {
  const days = Math.round((to.getTime() - from.getTime()) / dayMs);
  if (days === 1) return [];
  const middle = to.getTime() - Math.floor(days / 2) * dayMs;
  return [windowOf(projectId, middle, to.getTime()), windowOf(projectId, from.getTime(), middle)];
}

function windowOf(projectId: string, from: number, to: number): SearchWindow {
  return { from: new Date(from), to: new Date(to), lexemes: lexemesOf(projectId, from, (to - from) / dayMs) };
}

function lexemesOf(projectId: string, from: number, days: number): string[] {
  if (days > maxDays) return [projectLexeme(projectId)];
  return Array.from({ length: days }, (_, day) => dayLexeme(projectId, new Date(from + day * dayMs)));
}
