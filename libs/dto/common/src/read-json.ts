import { isUtf8 } from 'node:buffer';
import { AppError, invalidRequest } from '@earshot/errors';
import { checkJsonSize } from './check-json-size.js';
import { checkJsonValue } from './check-json-value.js';
import { locateJsonError } from './locate-json-error.js';

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
