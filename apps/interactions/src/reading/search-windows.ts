import { partitionOf } from '../partitions/month.js';
import { dayLexeme, projectLexeme } from '../rows/derived-columns.js';

/** A day, ms. */
export const dayMs = 86_400_000;

/** Windows up to this length select the lexemes of their days, longer ones that of the project. */
const maxDays = 16;

/** Interactions of a window from which the next ones grow no more; about 10 ms for a word that many of them have. */
const steadyInteractions = 50_000;

/** Windows of {@link steadyInteractions} after which they grow again: a million interactions. */
const steadyWindows = 20;

const maxParts = 8;

/** A window of time, and the lexemes of which each of its interactions has one. */
export interface SearchWindow {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly lexemes: readonly string[];
  /**
   * The condition on the time. With lexemes of days it only chooses partitions, and has their bounds: with closer ones
   * the planner would read an index of times too.
   */
  readonly within: { readonly from: Date; readonly to: Date };
}

/**
 * Windows backwards in time, aligned to UTC days. Each is twice as long as the one before, until they have
 * {@link steadyInteractions}; {@link steadyWindows} later they grow again, because the deadline is near.
 *
 * @param latest time of the last interaction before which to search. @param earliest time at which the windows end.
 * @param perDay how many interactions a day has.
 */
export function* searchWindows(
  projectId: string,
  { latest, earliest, perDay }: { latest: Date; earliest: Date; perDay: number },
): Generator<SearchWindow> {
  const steadyDays = steadyInteractions / perDay;
  let to = Math.floor(latest.getTime() / dayMs) * dayMs + dayMs;
  let days = 1;
  for (let steady = 0; to > earliest.getTime();) {
    yield windowOf(projectId, to - days * dayMs, to);
    to -= days * dayMs;
    if (2 * days <= steadyDays || steady >= steadyWindows) days *= 2;
    else steady += 1;
  }
}

/** Up to {@link maxParts} parts of a window, the newest first; none for a single day. */
export function partsOfWindow(projectId: string, { from, to }: SearchWindow): SearchWindow[] {
  const days = Math.round((to.getTime() - from.getTime()) / dayMs);
  if (days === 1) return [];
  const partMs = Math.ceil(days / maxParts) * dayMs;
  const count = Math.ceil((days * dayMs) / partMs);
  return Array.from({ length: count }, (_, part) => {
    const end = to.getTime() - part * partMs;
    return windowOf(projectId, Math.max(end - partMs, from.getTime()), end);
  });
}

function windowOf(projectId: string, start: number, end: number): SearchWindow {
  const [from, to] = [new Date(start), new Date(end)];
  const days = (end - start) / dayMs;
  if (days > maxDays) return { from, to, lexemes: [projectLexeme(projectId)], within: { from, to } };
  const lexemes = Array.from({ length: days }, (_, day) => dayLexeme(projectId, new Date(start + day * dayMs)));
  return { from, to, lexemes, within: partitionsOf(from, to) };
}

function partitionsOf(from: Date, to: Date): SearchWindow['within'] {
  const [first, last] = [from, new Date(+to - 1)].map((time) => partitionOf(time.toISOString()));
  return { from: new Date(first?.from ?? from), to: new Date(last?.to ?? to) };
}
