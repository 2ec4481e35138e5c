import type { RecordedToolCall } from '@earshot/contracts-interactions';
import { jsonBytes, maxBytesPerUnit } from '../choice.js';
import { head } from '../growing-text.js';

/** Of the arguments, and of the result, of one call on record, in UTF-16 units. */
const maxTextLength = 8_192;

/** Limit of all recorded calls of one answer, in bytes of JSON: with the other fields they fit one record. */
const maxBytes = 96 * 1_024;

/** The calls of tools of one answer as they go on record: texts that are too long for it are cut. */
export class CalledTools {
  readonly list: RecordedToolCall[] = [];
  #leftBytes = maxBytes;

  add(call: RecordedToolCall): void {
    const lengths = [maxTextLength, Math.floor(this.#leftBytes / (4 * maxBytesPerUnit)), 0];
    for (const length of lengths) {
      const recorded = shortened(call, length);
      const bytes = jsonBytes(recorded);
      if (bytes > this.#leftBytes) continue;
      this.#leftBytes -= bytes;
      this.list.push(recorded);
      return;
    }
  }
}

function shortened(call: RecordedToolCall, maxLength: number): RecordedToolCall {
  const cut = (text: string) => head(text, maxLength);
  const [input, result, error] = [call.arguments, call.result, call.error];
  const longestLength = Math.max(input.length, result?.length ?? 0, error?.length ?? 0);
  if (longestLength <= maxLength) return call;
  return { ...call, arguments: cut(input), result: result && cut(result), error: error && cut(error), cut: true };
}
