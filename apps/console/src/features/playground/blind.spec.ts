import { describe, expect, it } from '@jest/globals';
import { letterOf, shuffled } from './blind.js';

describe('blind columns', () => {
  it('keep every model once and leave the input as it was', () => {
    const models = ['a', 'b', 'c', 'd'];
    expect(shuffled(models).sort()).toEqual(models);
    expect(models).toEqual(['a', 'b', 'c', 'd']);
  });

  it('have each order about equally often', () => {
    const orders = new Map<string, number>();
    for (let time = 0; time < 6_000; time += 1) {
      const order = shuffled(['a', 'b', 'c']).join('');
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect(orders.size).toBe(6);
    for (const count of orders.values()) expect(count).toBeGreaterThan(800);
  });

  it('are named by letters', () => {
    expect([0, 1, 2, 3].map(letterOf)).toEqual(['A', 'B', 'C', 'D']);
  });
});
