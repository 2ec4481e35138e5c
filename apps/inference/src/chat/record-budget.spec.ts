import { describe, expect, it } from '@jest/globals';
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

  it('counts labels, tags and the system prompt as well', () => {
    const large = 'x'.repeat(700 * kibibyte);
    expect(() => new RecordBudget(aChatRequest({ labels: { large } }), null)).toThrow();
    expect(() => new RecordBudget(aChatRequest({ tags: [large] }), null)).toThrow();
    expect(() => new RecordBudget(aChatRequest(), large)).toThrow();
  });
});

describe('an answer', () => {
  it('is admitted as long as it fits, however it comes', () => {
    const budget = asking('Hello?');
    let answer = '';
    for (let i = 0; i < 800; i += 1) {
      const piece = budget.admit(answer, 'x'.repeat(kibibyte));
      expect(piece).toHaveLength(kibibyte);
      answer += piece;
    }
  });

  it('is cut where it would not fit, never inside a code point', () => {
    for (const start of ['', 'x']) {
      const piece = asking('Hello?').admit(start, '😀'.repeat(300 * kibibyte));
      expect(piece.length).toBeGreaterThan(100 * kibibyte);
      expect(piece).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it('has no limit when nothing is recorded', () => {
    const text = 'x'.repeat(3 * 1024 * kibibyte);
    expect(asking(text, false).admit('', text)).toBe(text);
  });
});
