/**
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {string} A table in Markdown: the first column to the left, numbers to the right.
 */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/**
 * @param {number | null | undefined} value
 * @returns {string} With three digits, which is what a measured figure is worth; a dash where there is none.
 */
export function number(value) {
  if (value === null || !Number.isFinite(value)) return '–';
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  return value === 0 ? '0' : String(Number(value.toPrecision(value < 0.1 ? 2 : 3)));
}
