/** Colours of series; a chart has at most as many. */
export const maxSeries = 6;

/** Returns the colour of a series. */
export function colorOf(index: number, isBad = false): string {
  if (isBad && index === 0) return 'var(--bad)';
  return `var(--series-${(index % maxSeries) + 1})`;
}
