/** What a person decides about the answers of a turn. Columns count from 0. */
export type Verdict =
  | { readonly kind: 'preferred'; readonly column: number }
  | { readonly kind: 'tied'; readonly tied: 'good' | 'bad' }
  /** A thumb up (true) or down, for a single answer. */
  | { readonly kind: 'rated'; readonly value: boolean };

/** A comparison without its metric. */
export interface ComparedPair {
  readonly preferred: number;
  readonly other: number;
  readonly tied: 'good' | 'bad' | null;
}

/**
 * Returns the comparisons of a verdict about these columns: the best one against each other one; a tie of each pair;
 * none of a thumb.
 */
export function pairsOf(verdict: Verdict, columns: readonly number[]): ComparedPair[] {
  if (verdict.kind === 'rated') return [];
  if (verdict.kind === 'preferred')
    return columns
      .filter((other) => other !== verdict.column)
      .map((other) => ({ preferred: verdict.column, other, tied: null }));
  return columns.flatMap((preferred, at) =>
    columns.slice(at + 1).map((other) => ({ preferred, other, tied: verdict.tied })),
  );
}

/** Keys of the first and the second of two columns. */
const sides = ['ArrowLeft', 'ArrowRight'] as const;

/** The `Idempotency-Key` of one comparison of a judgement: the same for every attempt to store it. */
export function comparisonKey(judgementId: string, pair: ComparedPair): string {
  return `${judgementId}-${pair.preferred}-${pair.other}`;
}

/**
 * Returns the column from which the next turn continues for all models: the preferred one, else the first one with
 * text.
 */
export function continuesFrom(verdict: Verdict | null, texts: readonly string[]): number {
  if (verdict?.kind === 'preferred') return verdict.column;
  return Math.max(
    0,
    texts.findIndex((text) => text !== ''),
  );
}

/**
 * Returns the verdict of a key of the keyboard about these columns; null if the key decides nothing. Two are the left
 * and the right one, of more each has its digit.
 */
export function verdictOfKey(key: string, columns: readonly number[]): Verdict | null {
  if (columns.length === 1) return key === '1' || key === '0' ? { kind: 'rated', value: key === '1' } : null;
  if (columns.length === 0) return null;
  if (key === 'ArrowUp') return { kind: 'tied', tied: 'good' };
  if (key === 'ArrowDown') return { kind: 'tied', tied: 'bad' };
  const column = columns.find((of, at) => key === (columns.length === 2 ? sides[at] : String(of + 1)));
  return column === undefined ? null : { kind: 'preferred', column };
}
