import { AppError, invalidRequest } from '@earshot/errors';
import type { z } from 'zod';
import { codeOf, violationsOf, type Violation } from './violations.js';

export type { Violation } from './violations.js';

/** More would help nobody, and an answer must stay far smaller than the body that it is about. */
const maxListed = 100;

/**
 * A body as its schema makes it.
 *
 * @throws AppError `invalid_request_error` that names the first violation in `message` and `param` and lists all of them (the first 100) in
 * `details`. The code is `missing_field`, `unknown_field`, `invalid_field`, or what the schema's own rule says.
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return parse(schema, value, 'the body');
}

/** The query string as its schema makes it; refused like {@link parseBody}. */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return parse(schema, value, 'the query string');
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, whole: string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusal(result.error.issues, value, whole);
}

function refusal(issues: readonly z.core.$ZodIssue[], value: unknown, whole: string): AppError {
  const violations = issues.slice(0, maxListed).flatMap((issue) => violationsOf(issue, value));
  const [first] = violations as [Violation, ...Violation[]];
  const others = violations.length > 1 ? ` (${violations.length - 1} more in details)` : '';
  return invalidRequest(codeOf(issues[0], value), `${first.param ?? whole}: ${first.message}.${others}`, {
    ...(first.param !== null && { param: first.param }),
    details: violations.slice(0, maxListed),
  });
}
