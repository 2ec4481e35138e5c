import { parseArgs } from 'node:util';

/**
 * @typedef {object} BenchOptions
 * @property {string | null} only The one benchmark that is run; null: all.
 * @property {number} seconds Of each measurement.
 * @property {number} repeats How often each is taken; their median counts.
 * @property {boolean} profile Whether CPU profiles of the services are taken instead.
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
    options: { seconds: { type: 'string' }, repeats: { type: 'string' }, profile: { type: 'boolean' } },
  });
  const { seconds = '2', repeats = '3', profile = false, ...unknown } = values;
  const [only = null, ...more] = positionals;
  const problems = Object.keys(unknown).map(
    (name) => `There is no option --${name}; there are --seconds, --repeats, --profile.`,
  );
  if ((only !== null && !names.includes(only)) || more.length > 0) {
    problems.push(`There is no benchmark ${positionals.join(' ')}; there are ${names.join(', ')}.`);
  }
  for (const [name, value] of Object.entries({ seconds, repeats })) {
    if (!/^[1-9]\d?$/.test(String(value))) problems.push(`--${name} must be a whole number from 1 to 99.`);
  }
  if (profile && only !== 'serving')
    problems.push('--profile is for the serving benchmark: npm run bench -- serving --profile.');
  return { options: { only, seconds: Number(seconds), repeats: Number(repeats), profile: profile === true }, problems };
}
