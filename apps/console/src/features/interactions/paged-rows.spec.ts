import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { maxPagesKept, maxRows, PagedRows, type RowPage } from './paged-rows.js';

const pageSize = 100;

/** A list of `total` numbers, which counts its reads. */
function list(total: number) {
  const reads: number[] = [];
  const read = (cursor: string | undefined): Promise<RowPage<number>> => {
    const start = Number(cursor ?? 0);
    reads.push(start);
    const count = Math.min(pageSize, total - start);
    const end = start + count;
    return Promise.resolve({
      rows: Array.from({ length: count }, (_, index) => start + index),
      next: end < total ? String(end) : null,
    });
  };
  return { reads, rows: new PagedRows(read) };
}

async function show<Row>(rows: PagedRows<Row>, first: number): Promise<void> {
  rows.show(first, first + 30);
  for (let turn = 0; turn < 8; turn += 1) await setImmediate();
}

describe('PagedRows', () => {
  it('reads ahead of the visible rows, and no more', async () => {
    const { rows, reads } = list(1_000_000);
    await show(rows, 0);
    expect(reads).toEqual([0, 100]);
    expect([rows.total, rows.isComplete, rows.rowAt(99), rows.rowAt(200)]).toEqual([200, false, 99, undefined]);
  });

  it('keeps a limited number of pages and reads dropped ones again', async () => {
    const { rows, reads } = list(1_000_000);
    for (let first = 0; first < 10_000; first += 50) await show(rows, first);
    const held = Array.from({ length: rows.total }, (_, index) => rows.rowAt(index)).filter((row) => row !== undefined);
    expect(held.length).toBeLessThanOrEqual(maxPagesKept * pageSize);
    expect(rows.rowAt(0)).toBe(0);
    expect(rows.rowAt(1_000)).toBeUndefined();
    reads.length = 0;
    await show(rows, 1_000);
    expect(rows.rowAt(1_000)).toBe(1_000);
    expect(reads).toEqual([1_000, 1_100]);
  });

  it('finds rows of all pages in memory by what they hold', async () => {
    const { rows } = list(1_000_000);
    await show(rows, 0);
    await show(rows, 200);
    expect([0, 99, 100, 250].map((number) => rows.indexOf((row) => row === number))).toEqual([0, 99, 100, 250]);
    expect(rows.indexOf((row) => row === 5_000)).toBe(-1);
  });

  it('stops before a list is too high to draw, and says so', async () => {
    const { rows, reads } = list(1_000_000);
    while (!rows.isComplete) await show(rows, rows.total);
    expect([rows.total, rows.isCut]).toEqual([maxRows, true]);
    expect(Math.max(...reads)).toBe(maxRows - pageSize);
  });

  it('is not cut if it ends at the limit', async () => {
    const { rows } = list(maxRows);
    while (!rows.isComplete) await show(rows, rows.total);
    expect([rows.total, rows.isCut]).toEqual([maxRows, false]);
  });

  it('ends with the list', async () => {
    const { rows } = list(130);
    await show(rows, 0);
    await show(rows, 100);
    expect([rows.total, rows.isComplete, rows.rowAt(129)]).toEqual([130, true, 129]);
  });

  it('reports an error until it is retried', async () => {
    let isBroken = true;
    const rows = new PagedRows(() =>
      isBroken ? Promise.reject(new Error('broken')) : Promise.resolve({ rows: [1], next: null }),
    );
    await show(rows, 0);
    expect(rows.error).toEqual(new Error('broken'));
    isBroken = false;
    rows.retry();
    await setImmediate();
    expect([rows.error, rows.total]).toEqual([null, 1]);
  });

  it('moves later rows up when a page was read again with fewer', async () => {
    const lengths = new Map([['', 100]]);
    const rows = new PagedRows<string>((cursor = '') => {
      const length = lengths.get(cursor) ?? 100;
      return Promise.resolve({ rows: Array.from({ length }, (_, row) => `${cursor}/${row}`), next: `${cursor}n` });
    });
    for (let first = 0; first < 4_000; first += 100) await show(rows, first);
    const before = rows.total;
    lengths.set('n'.repeat(5), 90);
    await show(rows, 500);
    expect([rows.rowAt(589), rows.rowAt(590)]).toEqual(['nnnnn/89', 'nnnnnn/0']);
    expect(rows.total).toBe(before - 10);
  });

  it('does not fail when its reads are stopped', async () => {
    const rows = new PagedRows<number>(
      (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    );
    rows.show(0, 10);
    rows.close();
    await setImmediate();
    expect(rows.error).toBeNull();
  });
});
