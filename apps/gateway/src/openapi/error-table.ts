import type { ErrorCode } from './error-codes.js';
import { errorRows, meaningOf } from './error-meanings.js';

const begin = '<!-- errors: written by npm run interface-docs -->';
const end = '<!-- /errors -->';

/** Every code that a caller can get as a Markdown table: code, status, type, meaning. */
export function errorTable(): string {
  const rows = errorRows
    .map(({ codes, type, when }) => ({
      names: codes.map((code) => `\`${code}\``),
      ...meaningOf(codes[0] as ErrorCode),
      type,
      when,
    }))
    .sort((one, other) => one.status - other.status)
    .map(({ names, status, type, when }) => `| ${names.join(', ')} | ${status} | \`${type}\` | ${when} |`);
  return ['| code | status | type | when |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/**
 * A paper with its table of errors brought up to date; the same text when it is already.
 *
 * @throws Error when the paper has no place for the table.
 */
export function withErrorTable(paper: string): string {
  const [from, to] = [paper.indexOf(begin), paper.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The paper has no lines '${begin}' and '${end}' for the table.`);
  return `${paper.slice(0, from + begin.length)}\n\n${errorTable()}\n\n${paper.slice(to)}`;
}
