import { errorMeanings } from './error-codes.js';

const begin = '<!-- errors: written by npm run interface-docs -->';
const end = '<!-- /errors -->';

/** Returns all error codes as a Markdown table, sorted by status. */
export function errorTable(): string {
  const rows = errorMeanings
    .toSorted((one, other) => one.status - other.status)
    .map(({ code, type, status, when }) => `| \`${code}\` | ${status} | \`${type}\` | ${when} |`);
  return ['| Code | Status | Type | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/**
 * Returns the Markdown text with its error table replaced by the current one.
 *
 * @throws Error if the text lacks the two comments that enclose the table.
 */
export function withErrorTable(markdown: string): string {
  const [from, to] = [markdown.indexOf(begin), markdown.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The text lacks the lines '${begin}' and '${end}' around the table.`);
  return `${markdown.slice(0, from + begin.length)}\n\n${errorTable()}\n\n${markdown.slice(to)}`;
}
