import { describe, expect, it } from '@jest/globals';
import { withProgress } from './progress.mjs';

describe('the progress of an upload', () => {
  it('is a line for every 10 % where there is no terminal', async () => {
    const written = [];
    const stream = { isTTY: false, write: (text) => written.push(text) };
    const work = async (show) => {
      for (let value = 0; value <= 200; value += 1) show(value);
      return 'done';
    };
    expect(await withProgress('sending', { total: 200, unit: 'bytes' }, work, stream)).toBe('done');
    expect(written).toEqual(Array.from({ length: 11 }, (_, step) => `sending: ${step * 10} %\n`));
  });
});
