/**
 * @param {number[]} sorted In ascending order.
 * @param {number} share From 0 to 1.
 * @returns {number | null} The smallest value that so large a share does not exceed; null when there is none.
 */
export function percentile(sorted, share) {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

/**
 * @param {(number | null)[]} values
 * @returns {number | null} The middle one of those that are numbers, or the mean of the middle two.
 */
export function median(values) {
  const sorted = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}
