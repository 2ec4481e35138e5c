import { parseArgs } from 'node:util';

/**
 * @typedef {object} BenchOptions
 * @property {string | null} only The one benchmark that is run; null: all.
 * @property {number} seconds Of each measurement.
 * @property {number} repeats How often each is taken; their median counts.
 */

/**
 * What follows `npm run bench --`. All problems are told at once.
 *
 * @param {string[]} args
 * @param {string[]} names Of the benchmarks.
 * @returns {{ options: BenchOptions, problems: string[] }}
 */
export function readBenchOptions(args, names) {
  const { values, positionals } = parseArgs({
    args,
    strict: false,
    options: { seconds: { type: 'string' }, repeats: { type: 'string' } },
  });
  const { seconds = '2', repeats = '3', ...unknown } = values;
  const [only = null, ...more] = positionals;
  const problems = Object.keys(unknown).map((name) => `There is no option --${name}; there are --seconds, --repeats.`);
  if ((only !== null && !names.includes(only)) || more.length > 0) {
    problems.push(`There is no benchmark ${positionals.join(' ')}; there are ${names.join(', ')}.`);
  }
  for (const [name, value] of Object.entries({ seconds, repeats })) {
    if (!/^[1-9]\d?$/.test(String(value))) problems.push(`--${name} must be a whole number from 1 to 99.`);
  }
  return { options: { only, seconds: Number(seconds), repeats: Number(repeats) }, problems };
}
