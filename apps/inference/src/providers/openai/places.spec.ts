import { expect, it } from '@jest/globals';
import { Places, type Place } from './places.js';

const full = { code: 'queue_full', type: 'overloaded_error', retryAfterS: 1 };
const refusal = (take: () => unknown): unknown => {
  try {
    return take();
  } catch (error) {
    return error;
  }
};

/** A request that says when it has begun. */
function begin(place: Place) {
  const request = { begun: false };
  place.begin(() => (request.begun = true));
  return request;
}

it('lets a request begin for each connection, and the others in the order of coming', () => {
  const places = new Places(1, { count: 0 }, 2);
  const taken = [places.take(), places.take(), places.take()];
  const requests = taken.map(begin);
  const begun = () => requests.map((request) => request.begun);
  expect(begun()).toEqual([true, false, false]);
  taken[0]!.leave();
  expect(begun()).toEqual([true, true, false]);
  taken[1]!.leave();
  expect(begun()).toEqual([true, true, true]);
  expect(places.allFree).toBe(false);
  taken[2]!.leave();
  expect(places.allFree).toBe(true);
});

it('refuses what neither a connection nor the queue has room for, and takes it again when there is', () => {
  const places = new Places(1, { count: 0 }, 1);
  const first = places.take();
  const second = places.take();
  expect(refusal(() => places.take())).toMatchObject(full);
  first.leave();
  places.take().leave();
  second.leave();
  expect(places.allFree).toBe(true);
});

it('frees the place of a request that is given up while it waits at once, and never begins it', () => {
  const waiting = { count: 0 };
  const places = new Places(1, waiting, 1);
  const first = places.take();
  begin(first);
  const gone = places.take();
  const request = begin(gone);
  gone.giveUp();
  gone.giveUp();
  expect(waiting.count).toBe(0);
  const next = places.take();
  const other = begin(next);
  first.leave();
  expect([request.begun, other.begun]).toEqual([false, true]);
  next.leave();
  expect(places.allFree).toBe(true);
});

it('keeps the connection of a request that is given up after it began until that is free', () => {
  const places = new Places(1, { count: 0 }, 1);
  const [first, second] = [places.take(), places.take()];
  begin(first);
  const next = begin(second);
  first.giveUp();
  expect(next.begun).toBe(false);
  first.leave();
  first.leave();
  expect(next.begun).toBe(true);
  second.giveUp();
  expect(places.allFree).toBe(false);
  second.leave();
  expect(places.allFree).toBe(true);
});

it('has one queue for all servers, which takes no place from those whose connections are free', () => {
  const waiting = { count: 0 };
  const [busy, free] = [new Places(1, waiting, 1), new Places(1, waiting, 1)];
  const served = busy.take();
  const waits = busy.take();
  const other = free.take();
  expect(refusal(() => free.take())).toMatchObject(full);
  served.leave();
  const nextOfFree = free.take();
  expect(refusal(() => busy.take())).toMatchObject(full);
  for (const place of [waits, other, nextOfFree]) place.leave();
  expect([waiting.count, busy.allFree, free.allFree]).toEqual([0, true, true]);
});

it('without a queue refuses whatever finds no connection', () => {
  const places = new Places(1, { count: 0 }, 0);
  places.take();
  expect(refusal(() => places.take())).toMatchObject(full);
});
