/**
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {string} A Markdown table, first column left-aligned, others right-aligned.
 */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/**
 * @param {number | null | undefined} value
 * @returns {string} Three significant digits; a dash if there is no value.
 */
export function number(value) {
  if (value === null || !Number.isFinite(value)) return '–';
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  return value === 0 ? '0' : String(Number(value.toPrecision(value < 0.1 ? 2 : 3)));
}
