import { printParseErrorCode, visit } from 'jsonc-parser';
import { maxDepth, tooDeep } from './check-json-value.js';

/** Where a text stops being JSON. */
export interface JsonErrorPlace {
  /** Both count from 1. */
  line: number;
  column: number;
  /** For people, for example `comma expected`. */
  problem: string;
}

/** A longer text gets no place named: looking for it is slower than parsing, and a caller could make us do it again and again. */
const maxLength = 262_144;

/**
 * The first error of a text that `JSON.parse` refused without saying where (V8 does not). Undefined where the text is too long to look.
 *
 * @throws AppError `json_too_deep`: the search recurses, so it ends where valid bodies would be refused anyway.
 */
export function locateJsonError(text: string): JsonErrorPlace | undefined {
  if (text.length > maxLength) return undefined;
  let first: JsonErrorPlace | undefined;
  let depth = 0;
  const enter = () => {
    depth += 1;
    if (depth > maxDepth) throw tooDeep([]);
  };
  const leave = () => {
    depth -= 1;
  };
  visit(
    text,
    {
      onObjectBegin: enter,
      onArrayBegin: enter,
      onObjectEnd: leave,
      onArrayEnd: leave,
      onError: (code, _offset, _length, line, character) => {
        first ??= { line: line + 1, column: character + 1, problem: words(printParseErrorCode(code)) };
      },
    },
    { disallowComments: true },
  );
  return first;
}

/** `CommaExpected` as `comma expected`. */
function words(code: string): string {
  return code.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase();
}
