/** Search params of the replay of a session. */
export interface ReplaySearch {
  /** Number of the last turn shown, from 1; all turns without it. */
  readonly turn?: number;
}

/** Reads search params. Invalid ones are dropped. */
export function parseReplaySearch(raw: Record<string, unknown>): ReplaySearch {
  const turn = Number(raw['turn']);
  return Number.isInteger(turn) && turn >= 1 ? { turn } : {};
}

/**
 * Returns the turn after a step. A step back from all turns shows all but the last; a step on from the last shows all.
 *
 * @param current undefined while all turns are shown
 */
export function stepTurn(current: number | undefined, step: 1 | -1, total: number): number | undefined {
  if (current === undefined) return step === 1 ? 1 : Math.max(1, total - 1);
  const next = Math.max(1, Math.min(current, total) + step);
  return next > total ? undefined : next;
}
