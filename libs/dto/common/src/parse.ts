import { AppError, invalidRequest } from '@earshot/errors';
import type { z } from 'zod';
import { paramOf, valueAt } from './param.js';
import { expectation } from './expectation.js';

/** Maximum of listed violations, so that the response stays smaller than the body. */
const maxListed = 100;

/**
 * Parses a body with its schema.
 *
 * @throws AppError `missing_field`, `unknown_field`, `invalid_field` or a code of the schema, for the first violation;
 * `details` lists 100.
 */
export function parseBody<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return parse(schema, value, 'the body');
}

/** Parses a query string with its schema. @throws AppError as {@link parseBody} */
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

type Issue = z.core.$ZodIssue;

/** A violation of the schema. */
export interface Violation {
  /** Path of the offending field, for example `messages[2].content`; null for the whole. */
  param: string | null;
  /** What was expected and what was sent. */
  message: string;
}

/** Returns the violations of an issue: one for each unknown field, else one. */
function violationsOf(issue: Issue, root: unknown, base: readonly PropertyKey[] = []): Violation[] {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ param: paramOf([...path, key]), message: 'unknown field' }));
  }
  const branch = issue.code === 'invalid_union' ? matchingMember(issue.errors) : undefined;
  if (branch) return branch.flatMap((inner) => violationsOf(inner, root, path));
  return [{ param: paramOf(path), message: expectation(issue, valueAt(root, path)) }];
}

/** Returns the error code of an issue. */
function codeOf(issue: Issue | undefined, root: unknown, base: readonly PropertyKey[] = []): string {
  if (issue === undefined) return 'invalid_field';
  const path = [...base, ...issue.path];
  if (issue.code === 'custom' && typeof issue.params?.code === 'string') return issue.params.code;
  if (issue.code === 'unrecognized_keys') return 'unknown_field';
  const branch = issue.code === 'invalid_union' ? matchingMember(issue.errors) : undefined;
  if (branch) return codeOf(branch[0], root, path);
  return valueAt(root, path) === undefined ? 'missing_field' : 'invalid_field';
}

/** Returns the issues of the union member that the value was meant for, if exactly one fits its type. */
function matchingMember(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const members = branches.filter((issues) => !issues.some(isTypeIssue));
  return members.length === 1 ? members[0] : undefined;
}

function isTypeIssue({ path, code }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_union');
}
