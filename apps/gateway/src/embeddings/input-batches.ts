/**
 * Texts of one batch: vectors of 5,760 numbers still fit the worker's resend buffer, and providers receive few
 * requests.
 */
const maxTexts = 32;

/** Bytes of one batch as JSON: a quarter of a Kafka record. A larger text is a batch of its own. */
const maxBytes = 256 * 1024;

/** Texts, or lists of token ids, that are embedded together. */
export interface InputBatch<Entry> {
  /** Index of the first entry in the request. */
  readonly first: number;
  readonly texts: Entry[];
}

/** Splits texts, or lists of token ids, into batches, in order. */
export function inputBatches<Entry extends string | number[]>(texts: readonly Entry[]): InputBatch<Entry>[] {
  const batches: InputBatch<Entry>[] = [];
  let batch: InputBatch<Entry> | undefined;
  let bytes = 0;
  for (const [index, text] of texts.entries()) {
    const size = texts.length === 1 ? 0 : Buffer.byteLength(JSON.stringify(text));
    if (batch === undefined || batch.texts.length === maxTexts || bytes + size > maxBytes) {
      batches.push((batch = { first: index, texts: [] }));
      bytes = 0;
    }
    batch.texts.push(text);
    bytes += size;
  }
  return batches;
}
