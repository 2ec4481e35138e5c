import type { z } from 'zod';

/** Longer values are not quoted. */
const maxQuoted = 60;

const formats: Record<string, string> = {
  uuid: 'a uuid',
  guid: 'a uuid',
  datetime: 'a time in RFC 3339, for example 2026-01-31T12:00:00Z',
  url: 'a URL',
};

/** Says what was expected and what was sent. Messages of a schema that begin with "expected" are kept. */
export function expectation(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'custom') return issue.message;
  if (value === undefined) return `is required${issue.code === 'invalid_type' ? `: ${typeName(issue.expected)}` : ''}`;
  if (issue.message.startsWith('expected')) return `${issue.message}, got ${shown(value)}`;
  return `expected ${expected(issue)}, got ${shown(value)}`;
}

function expected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeName(issue.expected);
    case 'invalid_value':
      return `one of ${issue.values.map((one) => JSON.stringify(one)).join(', ')}`;
    case 'invalid_format':
      return formats[issue.format] ?? `a string of the format ${issue.format}`;
    case 'too_small':
      return bound(issue.origin, issue.inclusive ? 'at least' : 'more than', issue.minimum);
    case 'too_big':
      return bound(issue.origin, issue.inclusive ? 'at most' : 'less than', issue.maximum);
    case 'invalid_union':
      return unionNames(issue);
    default:
      return 'another value';
  }
}

function bound(origin: string, comparison: string, limit: number | bigint): string {
  if (origin === 'string') return `${comparison} ${limit} characters`;
  if (origin === 'array') return `${comparison} ${limit} entries`;
  return origin === 'object' || origin === 'record'
    ? `${comparison} ${limit} fields`
    : `a number, ${comparison} ${limit}`;
}

function unionNames(issue: z.core.$ZodIssueInvalidUnion): string {
  const { options } = issue as { options?: readonly unknown[] };
  if (options) return `one of ${options.map((one) => JSON.stringify(one)).join(', ')}`;
  const kinds = issue.errors.flat().filter((inner) => inner.path.length === 0 && inner.code === 'invalid_type');
  return kinds.map((kind) => typeName((kind as { expected: string }).expected)).join(' or ') || 'another value';
}

const typeNames: Record<string, string> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'an integer',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

function typeName(expectedType: string): string {
  return typeNames[expectedType] ?? expectedType;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  if (text.length <= maxQuoted) return text;
  return typeof value === 'string' ? `a string of ${value.length} characters` : `${text.slice(0, maxQuoted)}…`;
}
