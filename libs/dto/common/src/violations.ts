import type { z } from 'zod';
import { paramOf, valueAt } from './param.js';
import { expectation } from './expectation.js';

type Issue = z.core.$ZodIssue;

/** One thing that is wrong with a body or a query string. */
export interface Violation {
  /** Path of the offending field, for example `messages[2].content`; null for the whole. */
  param: string | null;
  /** What was expected and what came. */
  message: string;
}

/** What a schema's issue means to the caller; several violations where several fields are unknown. */
export function violationsOf(issue: Issue, root: unknown, base: readonly PropertyKey[] = []): Violation[] {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ param: paramOf([...path, key]), message: 'unknown field' }));
  }
  const branch = issue.code === 'invalid_union' ? meantBranch(issue.errors) : undefined;
  if (branch) return branch.flatMap((inner) => violationsOf(inner, root, path));
  return [{ param: paramOf(path), message: expectation(issue, valueAt(root, path)) }];
}

/** The code of a refusal whose first issue is this one. */
export function codeOf(issue: Issue | undefined, root: unknown, base: readonly PropertyKey[] = []): string {
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
