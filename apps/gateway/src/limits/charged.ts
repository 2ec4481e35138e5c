import { finalize, Observable, tap } from 'rxjs';
import type { Permit } from './permit.js';

/** What a piece of an answer says of the tokens that it took. */
export interface Cost {
  /** Tokens of the whole answer, in the one piece that has them. */
  readonly total?: number;
  /** Tokens that came with this piece at least. */
  readonly least: number;
}

/**
 * Charges the key for an answer: its whole cost, and where it ends before that is known (its client left, it failed) the least that had come.
 * Costs nothing where the key has no limits.
 */
export function charged<P>(
  permit: Permit | null,
  answer: Observable<P[]>,
  costOf: (piece: P) => Cost,
): Observable<P[]> {
  if (permit === null) return answer;
  let seen = 0;
  let known = false;
  const see = (piece: P) => {
    const { total, least } = costOf(piece);
    seen += least;
    if (total === undefined) return;
    known = true;
    permit.spend(total);
  };
  return answer.pipe(
    tap((together) => together.forEach(see)),
    finalize(() => {
      if (!known && seen > 0) permit.spend(seen);
    }),
  );
}
