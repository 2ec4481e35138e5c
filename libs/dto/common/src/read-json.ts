import { isUtf8 } from 'node:buffer';
import { AppError, invalidRequest } from '@earshot/errors';
import { printParseErrorCode, visit } from 'jsonc-parser';
import { checkJsonSize } from './check-json-size.js';
import { checkJsonValue, maxDepth, tooDeep } from './check-json-value.js';

/**
 * The JSON object that a body holds. What gets through is valid Unicode without NUL, nests at most 64 levels, has finite numbers, no
 * `__proto__` and a bounded number of values, so that whoever reads it further need not care.
 *
 * @throws AppError `invalid_request_error`: `body_missing`, `body_not_utf8`, `json_malformed` (says where), `json_not_an_object`,
 * `json_too_deep`, `json_too_many_values`, `number_out_of_range`, `text_not_unicode`, `field_name_forbidden`.
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
  // NUL and lone surrogates can't stand in valid UTF-8 JSON but as \u escapes: most bodies need no look at their texts.
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
  const place = locateJsonError(text);
  const where = place ? `, line ${place.line}, column ${place.column}: ${place.problem}` : '';
  return invalidRequest('json_malformed', `The body is not valid JSON${where}.`, {
    ...(place && { details: place }),
    cause,
  });
}

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
