import { describe, expect, it } from '@jest/globals';
import { readBenchOptions } from './bench-options.mjs';

const names = ['lanes', 'serving'];

describe('the options of npm run bench', () => {
  it('select all benchmarks, three times two seconds, by default', () => {
    expect(readBenchOptions([], names)).toEqual({
      options: { only: null, seconds: 2, repeats: 3, profile: false },
      problems: [],
    });
  });

  it('select one benchmark and its duration', () => {
    const { options, problems } = readBenchOptions(['serving', '--seconds', '5', '--repeats=1'], names);
    expect([options, problems]).toEqual([{ only: 'serving', seconds: 5, repeats: 1, profile: false }, []]);
  });

  it('profile the services under the load of the serving benchmark only', () => {
    expect(readBenchOptions(['serving', '--profile'], names).options.profile).toBe(true);
    expect(readBenchOptions(['--profile'], names).problems).toEqual([
      '--profile is for the serving benchmark: npm run bench -- serving --profile.',
    ]);
  });

  it('report all errors at once', () => {
    const { problems } = readBenchOptions(['lane', '--seconds', '0', '--fast', '--repeats', 'two'], names);
    expect(problems).toEqual([
      'Unknown option --fast. Options: --seconds, --repeats, --profile.',
      'Unknown benchmark lane. Benchmarks: lanes, serving.',
      '--seconds must be a whole number from 1 to 99.',
      '--repeats must be a whole number from 1 to 99.',
    ]);
  });
});
