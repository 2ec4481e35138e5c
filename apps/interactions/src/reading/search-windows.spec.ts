import { describe, expect, it } from '@jest/globals';
import { dayMs, partsOfWindow, searchWindows, type SearchWindow } from './search-windows.js';

const projectId = '0197a000-0000-7000-8000-000000000001';
const latest = new Date('2026-03-01T12:00:00Z');

const windows = (perDay: number, days: number) => {
  const earliest = new Date(latest.getTime() - days * dayMs);
  return { earliest, found: [...searchWindows(projectId, { latest, earliest, perDay })] };
};
const daysOf = ({ from, to }: SearchWindow) => (to.getTime() - from.getTime()) / dayMs;
const windowOfDays = (days: number): SearchWindow => {
  const times = { from: new Date(latest.getTime() - days * dayMs), to: latest };
  return { ...times, lexemes: [], within: times };
};
const adjoin = (all: SearchWindow[]) => all.every(({ to }, index) => index === 0 || +to === +all[index - 1]!.from);

describe('the windows of a search', () => {
  it.each([
    ['few interactions', 1, 3_000],
    ['thousands a day', 11_000, 90],
    ['a burst of imports', 1e9, 400],
  ])('cover the whole range without a gap: %s', (_name, perDay, days) => {
    const { earliest, found } = windows(perDay, days);
    expect(adjoin(found)).toBe(true);
    expect(+found[0]!.to).toBeGreaterThan(+latest);
    expect(+found.at(-1)!.from).toBeLessThanOrEqual(+earliest);
  });

  it('grow to 50,000 interactions, and after a million again', () => {
    expect(windows(11_000, 60).found.map(daysOf)).toEqual([1, 2, ...Array.from({ length: 15 }, () => 4)]);
    expect(windows(11_000, 200).found.map(daysOf).slice(20)).toEqual([4, 4, 4, 8, 16, 32, 64]);
  });

  it('of days scan the partitions of their days, and longer ones their own time', () => {
    const [first, second, third] = windows(1, 40).found;
    const month = (number: number) => new Date(Date.UTC(2026, number - 1, 1));
    expect([first, second].map((window) => window!.within)).toEqual([
      { from: month(3), to: month(4) },
      { from: month(2), to: month(3) },
    ]);
    const { from, to, within } = windows(1, 400).found.find((window) => daysOf(window) > 16)!;
    expect(third!.lexemes).toHaveLength(4);
    expect(within).toEqual({ from, to });
  });

  it('number a few dozen in a century', () => {
    expect(windows(1e9, 36_500).found.length).toBeLessThan(40);
    expect(windows(1, 36_500).found.length).toBeLessThan(40);
  });
});

describe('the parts of a window', () => {
  it.each([2, 5, 8, 9, 64, 100, 512])('are the window, from its end to its start: %d days', (days) => {
    const window = windowOfDays(days);
    const parts = partsOfWindow(projectId, window);
    expect(adjoin(parts)).toBe(true);
    expect([parts[0]!.to, parts.at(-1)!.from]).toEqual([window.to, window.from]);
    expect(parts.length).toBeLessThanOrEqual(8);
    expect(Math.max(...parts.map(daysOf))).toBeLessThan(days);
  });

  it('are none for a single day', () => {
    const window = windowOfDays(1);
    expect(partsOfWindow(projectId, window)).toEqual([]);
  });
});
