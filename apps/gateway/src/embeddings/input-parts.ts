/**
 * Texts of one piece of work: so few that workers share a long list, and that vectors of 5,760 numbers fit what a worker keeps in case it gets
 * lost on the way; so many that providers see few requests.
 */
const maxTexts = 32;

/** Texts of one piece of work in bytes of JSON, a quarter of what a record holds; a text larger than that is one alone. */
const maxBytes = 256 * 1024;

/** Some of a request's texts, as one piece of work. */
export interface InputPart {
  /** Index of its first text among all. */
  readonly first: number;
  readonly texts: string[];
}

/** The texts in parts, in their order. */
export function inputParts(texts: readonly string[]): InputPart[] {
  const parts: InputPart[] = [];
  let part: InputPart | undefined;
  let bytes = 0;
  for (const [index, text] of texts.entries()) {
    const size = texts.length === 1 ? 0 : Buffer.byteLength(JSON.stringify(text));
    if (part === undefined || part.texts.length === maxTexts || bytes + size > maxBytes) {
      parts.push((part = { first: index, texts: [] }));
      bytes = 0;
    }
    part.texts.push(text);
    bytes += size;
  }
  return parts;
}
