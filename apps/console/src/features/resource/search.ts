/** Reads a text of the search params; undefined for anything else. The router reads digits as a number. */
export function textParam(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Reads one of several words of the search params. */
export function wordParam<Word extends string>(value: unknown, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === value);
}

/** Reads a switch of the search params. */
export const flagParam = (value: unknown): true | undefined => (value === true ? true : undefined);
