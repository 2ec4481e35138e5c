import { AppError, invalidRequest } from '@earshot/errors';
import type { z } from 'zod';
import { paramOf, valueAt } from './param.js';
import { expectation } from './expectation.js';

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

type Issue = z.core.$ZodIssue;

/** One thing that is wrong with a body or a query string. */
export interface Violation {
  /** Path of the offending field, for example `messages[2].content`; null for the whole. */
  param: string | null;
  /** What was expected and what came. */
  message: string;
}

/** What a schema's issue means to the caller; several violations where several fields are unknown. */
function violationsOf(issue: Issue, root: unknown, base: readonly PropertyKey[] = []): Violation[] {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ param: paramOf([...path, key]), message: 'unknown field' }));
  }
  const branch = issue.code === 'invalid_union' ? meantBranch(issue.errors) : undefined;
  if (branch) return branch.flatMap((inner) => violationsOf(inner, root, path));
  return [{ param: paramOf(path), message: expectation(issue, valueAt(root, path)) }];
}

/** The code of a refusal whose first issue is this one. */
function codeOf(issue: Issue | undefined, root: unknown, base: readonly PropertyKey[] = []): string {
  if (issue === undefined) return 'invalid_field';
  const path = [...base, ...issue.path];
  if (issue.code === 'custom' && typeof issue.params?.code === 'string') return issue.params.code;
  if (issue.code === 'unrecognized_keys') return 'unknown_field';
  const branch = issue.code === 'invalid_union' ? meantBranch(issue.errors) : undefined;
  if (branch) return codeOf(branch[0], root, path);
  return valueAt(root, path) === undefined ? 'missing_field' : 'invalid_field';
}

/** The one branch of a union whose kind of value the caller did send: what it complains about is not the kind. */
function meantBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const meant = branches.filter((issues) => !issues.some(isAboutKind));
  return meant.length === 1 ? meant[0] : undefined;
}

function isAboutKind({ path, code }: Issue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_union');
}
