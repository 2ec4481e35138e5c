/** A bulk request has at most so many lines, and characters unless one line is longer. */
const maxLines = 500;
const maxCharacters = 8_388_608;

/** Lines that are sent in one request. */
export interface LineBatch {
  /** Number of the first line, from 1. Empty lines count. */
  readonly firstLine: number;
  /** Number of the line after the last one: where an import resumes. */
  readonly nextLine: number;
  readonly lines: readonly { readonly number: number; readonly text: string }[];
}

/**
 * Divides lines into batches. The same lines always give the same batches, so that a repeated import sends the same
 * requests. Empty lines are left out.
 */
export async function* batchesOf(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<LineBatch> {
  let batch: { number: number; text: string }[] = [];
  let [characters, number, firstLine] = [0, 0, 1];
  const take = (nextLine: number): LineBatch => {
    const taken = { firstLine, nextLine, lines: batch };
    [batch, characters, firstLine] = [[], 0, nextLine];
    return taken;
  };
  for await (const text of lines) {
    number += 1;
    if (text.trim() === '') continue;
    if (batch.length > 0 && characters + text.length > maxCharacters) yield take(number);
    batch.push({ number, text });
    characters += text.length;
    if (batch.length === maxLines) yield take(number + 1);
  }
  if (batch.length > 0) yield take(number + 1);
}
