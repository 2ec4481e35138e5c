import { parseArgs } from 'node:util';

/**
 * @typedef {object} BenchOptions
 * @property {string | null} only Name of the benchmark; null: all.
 * @property {number} seconds Duration of each measurement.
 * @property {number} repeats Number of measurements; their median counts.
 * @property {boolean} profile Takes CPU profiles of the services instead.
 */

/**
 * Parses the arguments of `npm run bench --` and reports all problems at once.
 *
 * @param {string[]} args
 * @param {string[]} names Known benchmarks.
 * @returns {{ options: BenchOptions, problems: string[] }}
 */
export function readBenchOptions(args, names) {
  const { values, positionals } = parseArgs({
    args,
    strict: false,
    options: { seconds: { type: 'string' }, repeats: { type: 'string' }, profile: { type: 'boolean' } },
  });
  const { seconds = '2', repeats = '3', profile = false, ...unknown } = values;
  const [only = null, ...more] = positionals;
  const problems = Object.keys(unknown).map(
    (name) => `Unknown option --${name}. Options: --seconds, --repeats, --profile.`,
  );
  if ((only !== null && !names.includes(only)) || more.length > 0) {
    problems.push(`Unknown benchmark ${positionals.join(' ')}. Benchmarks: ${names.join(', ')}.`);
  }
  for (const [name, value] of Object.entries({ seconds, repeats })) {
    if (!/^[1-9]\d?$/.test(String(value))) problems.push(`--${name} must be a whole number from 1 to 99.`);
  }
  if (profile && only !== 'serving')
    problems.push('--profile is for the serving benchmark: npm run bench -- serving --profile.');
  return { options: { only, seconds: Number(seconds), repeats: Number(repeats), profile: profile === true }, problems };
}
