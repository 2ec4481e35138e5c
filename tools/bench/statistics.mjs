/**
 * @param {number[]} sorted Ascending values.
 * @param {number} share From 0 to 1.
 * @returns {number | null} Nearest-rank percentile; null without values.
 */
export function percentile(sorted, share) {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

/**
 * @param {(number | null)[]} values
 * @returns {number | null} Median of the values that are numbers.
 */
export function median(values) {
  const sorted = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/**
 * @param {Record<string, number> | null} [byName] null or absent: unknown.
 * @returns {number} Sum of the values; 0 if they are unknown.
 */
export function sum(byName) {
  return Object.values(byName ?? {}).reduce((total, value) => total + value, 0);
}

/** @typedef {{ difference: number, from: number, to: number }} Difference Difference of two medians with its 95 % interval. */

const resamplings = 1_000;

/**
 * Difference of the medians of two samples, with a bootstrap percentile interval (Efron, 1979).
 *
 * @param {number[]} values
 * @param {number[]} others
 * @returns {Difference}
 */
export function differenceOfMedians(values, others) {
  const differences = Array.from({ length: resamplings }, () => median(resampled(values)) - median(resampled(others)));
  differences.sort((one, other) => one - other);
  const [from, to] = [percentile(differences, 0.025), percentile(differences, 0.975)];
  return { difference: median(values) - median(others), from, to };
}

/** @param {number[]} values */
function resampled(values) {
  return values.map(() => values[Math.floor(Math.random() * values.length)]);
}
