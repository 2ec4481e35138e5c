import { maxDepth, maxValues, tooDeep, tooMany } from './check-json-value.js';

const quote = 0x22;
const backslash = 0x5c;

/**
 * Refuses JSON that holds more values, or nests deeper, than {@link checkJsonValue} lets through, before anybody parses it: 16 MiB of `[],[],[]`
 * would take seconds, and half a gigabyte. Texts are passed over at the speed of memory; what is not JSON at all is left to the parser.
 *
 * @throws AppError `json_too_many_values`, `json_too_deep`
 */
export function checkJsonSize(bytes: Buffer): void {
  // A value takes two bytes at least.
  if (bytes.length < 2 * maxValues) return;
  let values = 1;
  let texts = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case quote:
        // Each is a value, or the name of one.
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

/** Where the quotation mark is that ends a text; the end of the bytes where none does. */
function endOfText(bytes: Buffer, begin: number): number {
  const first = bytes.indexOf(quote, begin + 1);
  if (first < 0) return bytes.length;
  if (bytes[first - 1] !== backslash) return first;
  // Where there are escapes there may be millions of them: each search would cost more than a look at every byte.
  let at = begin + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
