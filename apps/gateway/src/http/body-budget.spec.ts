import { describe, expect, it } from '@jest/globals';
import { BodyBudget, BodyCharge, defaultBudgetBytes } from './body-budget.js';

describe(BodyBudget.name, () => {
  it('limits one owner to half of the memory, and leaves room for others', () => {
    const budget = new BodyBudget(1_000);
    const charge = new BodyCharge(budget, 'a');
    expect([charge.tryTake(501), charge.tryTake(500), charge.tryTake(1)]).toEqual([false, true, false]);
    for (let owner = 0; owner < 8; owner += 1) {
      const other = new BodyCharge(budget, String(owner));
      expect(other.room).toBeGreaterThan(0);
      other.take(other.room);
    }
    expect(budget.held).toBeLessThan(1_000);
  });

  it('counts the charges of one owner together', () => {
    const budget = new BodyBudget(1_000);
    new BodyCharge(budget, 'a').take(300);
    expect(() => new BodyCharge(budget, 'a').take(300)).toThrow(
      expect.objectContaining({ code: 'queue_full', type: 'overloaded_error', retryAfterS: 1 }),
    );
    expect(budget.held).toBe(300);
  });

  it('frees all of a request once when it ends', () => {
    const budget = new BodyBudget(1_000);
    const charge = new BodyCharge(budget, 'a');
    charge.take(300);
    charge.give(100);
    const rest = charge.apart();
    rest.take(50);
    charge.release();
    charge.release();
    charge.give(200);
    expect([charge.tryTake(10), budget.held]).toEqual([true, 50]);
    rest.give(50);
    expect([budget.held, budget.room('a')]).toEqual([0, 500]);
  });
});

describe(defaultBudgetBytes.name, () => {
  it.each([
    [4 * 2 ** 30, 2 ** 30],
    [100 * 2 ** 20, 64 * 2 ** 20],
  ])('is a quarter of the heap limit, and at least the largest chat: %d', (heap, budget) => {
    expect(defaultBudgetBytes(heap)).toBe(budget);
  });
});
