import { finalize, Observable, tap } from 'rxjs';
import type { KeyUsage } from './key-usage.js';

/** Counts one admitted request against the limits of its key, and its tokens as a use of the key. */
export class Permit {
  #released = false;

  /**
   * @param usage null for a key without limits.
   * @param used counts tokens as a use of the key.
   */
  constructor(
    private readonly usage: KeyUsage | null,
    private readonly used: (tokens: number) => void,
  ) {}

  /** Counts the tokens of the answer. */
  spend(tokens: number): void {
    this.usage?.spend(tokens, Date.now());
    this.used(tokens);
  }

  /** Ends the request. Further calls have no effect. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.usage?.release();
  }
}

/** Tokens that one chunk of an answer reports. */
export interface Cost {
  /** Tokens of the whole answer; only the last chunk has them. */
  readonly total?: number;
  /** Minimum of tokens in this chunk. */
  readonly least: number;
}

/**
 * Counts the tokens of an answer against the limits of the key: the total, or the minimum so far if the answer ends
 * before the total is known. Returns the same observable for `EARSHOT_ADMIN_KEY`.
 */
export function charged<P>(
  permit: Permit | null,
  answer: Observable<P[]>,
  costOf: (chunk: P) => Cost,
): Observable<P[]> {
  if (permit === null) return answer;
  let seen = 0;
  let known = false;
  const count = (chunk: P) => {
    const { total, least } = costOf(chunk);
    seen += least;
    if (total === undefined) return;
    known = true;
    permit.spend(total);
  };
  return answer.pipe(
    tap((chunks) => chunks.forEach(count)),
    finalize(() => {
      if (!known && seen > 0) permit.spend(seen);
    }),
  );
}
