import { describe, expect, it } from '@jest/globals';
import { Progress } from './progress.js';

describe('progress without a terminal', () => {
  it('is a line for every 10 % of each stage', () => {
    const written: string[] = [];
    const stream = { isTTY: false, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
    const progress = new Progress(stream);
    for (let value = 0; value <= 200; value += 1) progress.show({ stage: 'sending', value, total: 200, unit: 'bytes' });
    progress.show({ stage: 'processing', value: 100, total: 100, unit: 'percent' });
    progress.stop();
    const expected = Array.from({ length: 11 }, (_, step) => `sending: ${step * 10} %\n`);
    expect(written).toEqual([...expected, 'processing: 100 %\n']);
  });
});
