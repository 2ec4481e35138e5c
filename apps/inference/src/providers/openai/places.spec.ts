import { expect, it } from '@jest/globals';
import { Places } from './places.js';

const full = { code: 'queue_full', type: 'overloaded_error', retryAfterS: 1 };
const refusal = (take: () => unknown): unknown => {
  try {
    return take();
  } catch (error) {
    return error;
  }
};

it('refuses what neither a connection nor the queue has room for, and takes it again when there is', () => {
  const places = new Places(1, { count: 0 }, 1);
  const first = places.take();
  const second = places.take();
  expect(refusal(() => places.take())).toMatchObject(full);
  first();
  places.take()();
  second();
  expect(places.allFree).toBe(true);
});

it('has one queue for all servers, which takes no place from those whose connections are free', () => {
  const waiting = { count: 0 };
  const [busy, free] = [new Places(1, waiting, 1), new Places(1, waiting, 1)];
  const served = busy.take();
  const waits = busy.take();
  const other = free.take();
  expect(refusal(() => free.take())).toMatchObject(full);
  served();
  const nextOfFree = free.take();
  expect(refusal(() => busy.take())).toMatchObject(full);
  for (const giveBack of [waits, other, nextOfFree]) giveBack();
  expect([waiting.count, busy.allFree, free.allFree]).toEqual([0, true, true]);
});

it('without a queue refuses whatever finds no connection', () => {
  const places = new Places(1, { count: 0 }, 0);
  places.take();
  expect(refusal(() => places.take())).toMatchObject(full);
});
