import { describe, expect, it } from '@jest/globals';
import { reasoningFields, ThinkingBlocks } from './reasoning.js';

describe('blocks of reasoning', () => {
  it('have the characters since the block before, however the text comes', () => {
    const blocks = new ThinkingBlocks();
    expect(blocks.add('on', [])).toEqual([]);
    expect(blocks.add('e', [{ characters: 3, signature: 's1' }])).toEqual([
      { type: 'thinking', thinking: 'one', signature: 's1' },
    ]);
    const ends = [{ data: 'x' }, { characters: 3, signature: 's2' }, { characters: 0, signature: 's3' }];
    expect(blocks.add('two', ends)).toEqual([
      { type: 'redacted_thinking', data: 'x' },
      { type: 'thinking', thinking: 'two', signature: 's2' },
      { type: 'thinking', thinking: '', signature: 's3' },
    ]);
  });

  it('return to the provider with the message; nothing does for an answer without reasoning', () => {
    expect(reasoningFields('')).toEqual({});
    expect(reasoningFields('hm')).toEqual({ provider_fields: { reasoning_content: 'hm' } });
    expect(reasoningFields('hm', [{ characters: 2, signature: 's' }])).toEqual({
      provider_fields: { reasoning_content: 'hm' },
      anthropic_fields: { thinking_blocks: [{ type: 'thinking', thinking: 'hm', signature: 's' }] },
    });
  });
});
