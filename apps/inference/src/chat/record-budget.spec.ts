import { describe, expect, it } from '@jest/globals';
import type { ChatMessage } from '@earshot/contracts-inference';
import { aChatRequest } from '../../test/chat-fixtures.js';
import { RecordBudget } from './record-budget.js';

const kibibyte = 1024;

function asking(content: string, store = true) {
  return new RecordBudget(aChatRequest({ messages: [{ role: 'user', content }], store }), null);
}

describe('a conversation that is to be recorded', () => {
  it('is refused when it leaves no room for an answer, with the way out', () => {
    expect(() => asking('x'.repeat(700 * kibibyte))).toThrow(
      expect.objectContaining({
        code: 'prompt_too_large_to_record',
        param: 'messages',
        message: expect.stringContaining("'store': false"),
      }),
    );
  });

  it('is measured in the bytes that it takes in JSON', () => {
    expect(() => asking('x'.repeat(600 * kibibyte))).not.toThrow();
    expect(() => asking('\u0001'.repeat(200 * kibibyte))).toThrow();
    expect(() => asking('語'.repeat(300 * kibibyte))).toThrow();
  });

  it('counts labels, tags, the system prompt and all of its messages as well', () => {
    const large = 'x'.repeat(700 * kibibyte);
    const refuses = (message: Partial<ChatMessage>) => {
      const messages = [{ role: 'user' as const, content: '', ...message }];
      expect(() => new RecordBudget(aChatRequest({ messages }), null)).toThrow();
    };
    refuses({ metadata: [large] });
    refuses({ content: [{ type: 'text', text: large }] });
    expect(() => new RecordBudget(aChatRequest({ labels: { large } }), null)).toThrow();
    expect(() => new RecordBudget(aChatRequest({ tags: [large] }), null)).toThrow();
    expect(() => new RecordBudget(aChatRequest(), large)).toThrow();
  });
});

describe('an answer', () => {
  it('is admitted as long as it fits, however it comes', () => {
    const budget = asking('Hello?');
    const choice = { text: '' };
    for (let i = 0; i < 800; i += 1) {
      const piece = budget.admit('x'.repeat(kibibyte), [choice]);
      expect(piece).toHaveLength(kibibyte);
      choice.text += piece;
    }
  });

  it('has one budget for all of its choices, and each may take what the others leave', () => {
    const budget = asking('Hello?');
    const choices = Array.from({ length: 16 }, () => ({ text: '' }));
    const grow = (choice: { text: string }, kibibytes: number) => {
      choice.text += budget.admit('x'.repeat(kibibytes * kibibyte), choices);
    };
    grow(choices[0]!, 500);
    for (const choice of choices.slice(1)) grow(choice, 100);
    expect(choices[0]?.text).toHaveLength(500 * kibibyte);
    const total = choices.reduce((sum, { text }) => sum + text.length, 0);
    expect(total).toBeGreaterThan(800 * kibibyte);
    expect(total).toBeLessThan(900 * kibibyte);
  });

  it('is cut where it would not fit, never inside a code point', () => {
    for (const start of ['', 'x']) {
      const piece = asking('Hello?').admit('😀'.repeat(300 * kibibyte), [{ text: start }]);
      expect(piece.length).toBeGreaterThan(100 * kibibyte);
      expect(piece).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it('has no limit when nothing is recorded', () => {
    const text = 'x'.repeat(3 * 1024 * kibibyte);
    expect(asking(text, false).admit(text, [])).toBe(text);
  });
});
