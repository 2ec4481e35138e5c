import { describe, expect, it } from '@jest/globals';
import { AnswerBudget } from './answer-budget.js';

const kibibyte = 1024;
const limit = 900 * kibibyte;

describe('an answer', () => {
  it('is accepted while it fits, in any chunks', () => {
    const budget = new AnswerBudget(limit);
    const choice = { text: '' };
    for (let i = 0; i < 800; i += 1) {
      const piece = budget.admit('x'.repeat(kibibyte), [choice]);
      expect(piece).toHaveLength(kibibyte);
      choice.text += piece;
    }
  });

  it('of a million tokens fits', () => {
    const text = 'word'.repeat(1_000_000);
    expect(new AnswerBudget().admit(text, [])).toBe(text);
  });

  it('has one budget that its choices share', () => {
    const budget = new AnswerBudget(limit);
    const choices = Array.from({ length: 16 }, () => ({ text: '' }));
    const grow = (choice: { text: string }, kibibytes: number) => {
      choice.text += budget.admit('x'.repeat(kibibytes * kibibyte), choices);
    };
    grow(choices[0]!, 500);
    for (const choice of choices.slice(1)) grow(choice, 100);
    expect(choices[0]?.text).toHaveLength(500 * kibibyte);
    const total = choices.reduce((sum, { text }) => sum + text.length, 0);
    expect(total).toBeGreaterThan(800 * kibibyte);
    expect(total).toBeLessThan(limit);
  });

  it('is cut at its limit, never inside a code point', () => {
    for (const start of ['', 'x']) {
      const piece = new AnswerBudget(limit).admit('😀'.repeat(300 * kibibyte), [{ text: start }]);
      expect(piece.length).toBeGreaterThan(100 * kibibyte);
      expect(piece).not.toMatch(/\p{Surrogate}/u);
    }
  });
});
