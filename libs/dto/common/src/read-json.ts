import { isUtf8 } from 'node:buffer';
import { AppError, invalidRequest } from '@earshot/errors';
import { printParseErrorCode, visit } from 'jsonc-parser';
import { checkJsonSize } from './check-json-size.js';
import { checkJsonValue, maxDepth, tooDeep } from './check-json-value.js';

/**
 * Parses the JSON object of a body and limits its depth, its number of values, its numbers, strings and names.
 *
 * @throws AppError `body_missing`, `body_not_utf8`, `json_malformed`, `json_not_an_object`, `json_too_deep`,
 * `json_too_many_values`, `number_out_of_range`, `text_not_unicode`, `field_name_forbidden`
 */
export function readJsonObject(bytes: Buffer | undefined): Record<string, unknown> {
  if (bytes === undefined || bytes.length === 0) {
    throw invalidRequest('body_missing', 'The body is empty. Send a JSON object.');
  }
  if (!isUtf8(bytes)) throw invalidRequest('body_not_utf8', 'The body is not valid UTF-8.');
  checkJsonSize(bytes);
  const text = bytes.toString('utf8');
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest('json_not_an_object', 'The body must be a JSON object, { ... }.');
  }
  // In valid UTF-8, NUL and lone surrogates exist only as \u escapes, so most strings need no check.
  checkJsonValue(value, { texts: text.includes('\\u') });
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(text, error);
  }
}

function malformed(text: string, cause: unknown): AppError {
  const position = locateJsonError(text);
  const where = position ? `, line ${position.line}, column ${position.column}: ${position.problem}` : '';
  return invalidRequest('json_malformed', `The body is not valid JSON${where}.`, {
    ...(position && { details: position }),
    cause,
  });
}

/** Position of a JSON error. */
export interface JsonErrorPosition {
  /** From 1. */
  line: number;
  column: number;
  /** For people, for example `comma expected`. */
  problem: string;
}

/** Longer texts are not searched, because it is slower than parsing. */
const maxLength = 262_144;

/**
 * Returns the position of the first JSON error; undefined for long texts.
 * @throws AppError `json_too_deep`, since the search recurses.
 */
export function locateJsonError(text: string): JsonErrorPosition | undefined {
  if (text.length > maxLength) return undefined;
  let first: JsonErrorPosition | undefined;
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
