import { maxDepth, maxValues, tooDeep, tooMany } from './check-json-value.js';

const quote = 0x22;
const backslash = 0x5c;

/**
 * Checks number of values and depth of JSON before it is parsed: 16 MiB of `[],[],[]` would take seconds and 512 MiB of
 * memory.
 *
 * @throws AppError `json_too_many_values`, `json_too_deep`; malformed JSON is left to the parser.
 */
export function checkJsonSize(bytes: Buffer): void {
  // A value has at least two bytes.
  if (bytes.length < 2 * maxValues) return;
  let values = 1;
  let texts = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case quote:
        // A string is a value or a name.
        texts += 1;
        if (texts > 2 * maxValues) throw tooMany();
        at = endOfText(bytes, at);
        break;
      case 0x2c: // ,
        values += 1;
        if (values > maxValues) throw tooMany();
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > maxDepth) throw tooDeep([]);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      default:
    }
  }
}

/** Returns the index of the closing quotation mark, or the end of the bytes. */
function endOfText(bytes: Buffer, begin: number): number {
  const first = bytes.indexOf(quote, begin + 1);
  if (first < 0) return bytes.length;
  if (bytes[first - 1] !== backslash) return first;
  // With many escapes, checking every byte is faster than searching.
  let at = begin + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
