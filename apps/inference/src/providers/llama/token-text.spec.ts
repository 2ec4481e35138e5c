import { describe, expect, it } from '@jest/globals';
import type { Token } from 'node-llama-cpp';
import { TokenText } from './token-text.js';

/** A vocabulary of single bytes. */
const model = { detokenize: (tokens: Token[]) => Buffer.from(tokens).toString('utf8') };

function run(bytes: Buffer) {
  const text = new TokenText(model, []);
  const pieces = [...bytes].map((byte) => text.push(byte as Token));
  return { pieces, rest: text.end() };
}

describe('TokenText', () => {
  it('shows a code point when its last byte is there, whole', () => {
    expect(run(Buffer.from('aé🎧b'))).toEqual({ pieces: ['a', '', 'é', '', '', '', '🎧', 'b'], rest: '' });
  });

  it('shows replacement characters for bytes that never become a code point', () => {
    const { pieces, rest } = run(Buffer.concat([Buffer.from('🎧').subarray(0, 3), Buffer.from('ok 🎧')]));
    expect(pieces.join('') + rest).toBe('\ufffdok 🎧');
    expect(run(Buffer.of(0xf0, 0x9f)).rest).toBe('\ufffd');
  });

  it('does not wait for ever for a run of bytes that are nothing', () => {
    const { pieces, rest } = run(Buffer.alloc(1_000, 0xff));
    expect(pieces.filter((piece) => piece !== '').length).toBeGreaterThan(100);
    expect(pieces.join('') + rest).toBe('\ufffd'.repeat(1_000));
  });

  it('tells the model what came before, since it decides about spaces', () => {
    const seen: number[][] = [];
    const spaced = {
      detokenize: (tokens: Token[], _special: boolean, before: Token[]) => (seen.push(before), `${tokens.length}`),
    };
    const text = new TokenText(spaced, [1, 2, 3, 4, 5] as Token[]);
    text.push(6 as Token);
    text.push(7 as Token);
    expect(seen).toEqual([
      [2, 3, 4, 5],
      [3, 4, 5, 6],
    ]);
  });
});
