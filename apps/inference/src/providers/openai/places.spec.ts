import { expect, it } from '@jest/globals';
import { FairShare } from '../fair-share.js';
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
  const places = new Places(1, new FairShare(2));
  const taken = [places.take('p'), places.take('p'), places.take('p')];
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
  const places = new Places(1, new FairShare(1));
  const first = places.take('p');
  const second = places.take('p');
  expect(refusal(() => places.take('p'))).toMatchObject(full);
  first.leave();
  places.take('p').leave();
  second.leave();
  expect(places.allFree).toBe(true);
});

it('frees the place of a request that is given up while it waits at once, and never begins it', () => {
  const waiting = new FairShare(1);
  const places = new Places(1, waiting);
  const first = places.take('p');
  begin(first);
  const gone = places.take('p');
  const request = begin(gone);
  gone.giveUp();
  gone.giveUp();
  expect(waiting.taken).toBe(0);
  const next = places.take('p');
  const other = begin(next);
  first.leave();
  expect([request.begun, other.begun]).toEqual([false, true]);
  next.leave();
  expect(places.allFree).toBe(true);
});

it('keeps the connection of a request that is given up after it began until that is free', () => {
  const places = new Places(1, new FairShare(1));
  const [first, second] = [places.take('p'), places.take('p')];
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
  const waiting = new FairShare(1);
  const [busy, free] = [new Places(1, waiting), new Places(1, waiting)];
  const served = busy.take('p');
  const waits = busy.take('p');
  const other = free.take('p');
  expect(refusal(() => free.take('p'))).toMatchObject(full);
  served.leave();
  const nextOfFree = free.take('p');
  expect(refusal(() => busy.take('p'))).toMatchObject(full);
  for (const place of [waits, other, nextOfFree]) place.leave();
  expect([waiting.taken, busy.allFree, free.allFree]).toEqual([0, true, true]);
});

it('without a queue refuses whatever finds no connection', () => {
  const places = new Places(1, new FairShare(0));
  places.take('p');
  expect(refusal(() => places.take('p'))).toMatchObject(full);
});

it('leaves connections and places in the queue for others to a project whose requests never end', () => {
  const places = new Places(8, new FairShare(8));
  const stalled = Array.from({ length: 6 + 6 }, () => places.take('stalled'));
  expect(stalled.map(begin).filter(({ begun }) => begun)).toHaveLength(6);
  expect(refusal(() => places.take('stalled'))).toMatchObject(full);
  const other = places.take('other');
  expect(begin(other).begun).toBe(true);
  other.leave();
});

it('lets those begin when others leave whose projects may then have more connections', () => {
  const places = new Places(4, new FairShare(4));
  const [first] = Array.from({ length: 3 }, () => places.take('p'));
  const other = places.take('other');
  const requests = [places.take('p'), places.take('other')].map(begin);
  expect(requests.map(({ begun }) => begun)).toEqual([false, false]);
  first!.leave();
  expect(requests.map(({ begun }) => begun)).toEqual([true, false]);
  other.leave();
  expect(requests.map(({ begun }) => begun)).toEqual([true, true]);
});
