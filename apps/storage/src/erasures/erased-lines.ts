import type { Readable } from 'node:stream';

/** As long as an id is. */
const idLength = 36;

/** Whether one of these ids is anywhere in a text, which is read to its end or to the first of them. */
export async function hasOneOf(text: Readable, ids: readonly string[]): Promise<boolean> {
  const wanted = ids.map((id) => id.toLowerCase());
  let tail = '';
  for await (const piece of text) {
    const part = tail + (piece as Buffer).toString('latin1');
    if (wanted.some((id) => part.includes(id))) return true;
    tail = part.slice(1 - idLength);
  }
  return false;
}
