import { expect, it } from '@jest/globals';
import { FairShare } from '../../limits/fair-share.js';
import { ConnectionSlots, type ConnectionSlot } from './connection-slots.js';

const full = { code: 'queue_full', type: 'overloaded_error', retryAfterS: 1 };
const refusal = (take: () => unknown): unknown => {
  try {
    return take();
  } catch (error) {
    return error;
  }
};

/** A request that says when it has begun. */
function begin(slot: ConnectionSlot) {
  const request = { begun: false };
  slot.begin(() => (request.begun = true));
  return request;
}

it('lets a request begin for each connection, and the others in the order of coming', () => {
  const slots = new ConnectionSlots(1, new FairShare(2));
  const taken = [slots.take('p'), slots.take('p'), slots.take('p')];
  const requests = taken.map(begin);
  const begun = () => requests.map((request) => request.begun);
  expect(begun()).toEqual([true, false, false]);
  taken[0]!.release();
  expect(begun()).toEqual([true, true, false]);
  taken[1]!.release();
  expect(begun()).toEqual([true, true, true]);
  expect(slots.allFree).toBe(false);
  taken[2]!.release();
  expect(slots.allFree).toBe(true);
});

it('refuses what neither a connection nor the queue has room for, and takes it again when there is', () => {
  const slots = new ConnectionSlots(1, new FairShare(1));
  const first = slots.take('p');
  const second = slots.take('p');
  expect(refusal(() => slots.take('p'))).toMatchObject(full);
  first.release();
  slots.take('p').release();
  second.release();
  expect(slots.allFree).toBe(true);
});

it('frees the slot of a request that is given up while it waits at once, and never begins it', () => {
  const waiting = new FairShare(1);
  const slots = new ConnectionSlots(1, waiting);
  const first = slots.take('p');
  begin(first);
  const gone = slots.take('p');
  const request = begin(gone);
  gone.abandon();
  gone.abandon();
  expect(waiting.taken).toBe(0);
  const next = slots.take('p');
  const other = begin(next);
  first.release();
  expect([request.begun, other.begun]).toEqual([false, true]);
  next.release();
  expect(slots.allFree).toBe(true);
});

it('keeps the connection of a request that is given up after it began until that is free', () => {
  const slots = new ConnectionSlots(1, new FairShare(1));
  const [first, second] = [slots.take('p'), slots.take('p')];
  begin(first);
  const next = begin(second);
  first.abandon();
  expect(next.begun).toBe(false);
  first.release();
  first.release();
  expect(next.begun).toBe(true);
  second.abandon();
  expect(slots.allFree).toBe(false);
  second.release();
  expect(slots.allFree).toBe(true);
});

it('has one queue for all servers, which takes no slot from those whose connections are free', () => {
  const waiting = new FairShare(1);
  const [busy, free] = [new ConnectionSlots(1, waiting), new ConnectionSlots(1, waiting)];
  const served = busy.take('p');
  const waits = busy.take('p');
  const other = free.take('p');
  expect(refusal(() => free.take('p'))).toMatchObject(full);
  served.release();
  const nextOfFree = free.take('p');
  expect(refusal(() => busy.take('p'))).toMatchObject(full);
  for (const slot of [waits, other, nextOfFree]) slot.release();
  expect([waiting.taken, busy.allFree, free.allFree]).toEqual([0, true, true]);
});

it('without a queue refuses whatever finds no connection', () => {
  const slots = new ConnectionSlots(1, new FairShare(0));
  slots.take('p');
  expect(refusal(() => slots.take('p'))).toMatchObject(full);
});

it('leaves connections and slots in the queue for others to a project whose requests never end', () => {
  const slots = new ConnectionSlots(8, new FairShare(8));
  const stalled = Array.from({ length: 6 + 6 }, () => slots.take('stalled'));
  expect(stalled.map(begin).filter(({ begun }) => begun)).toHaveLength(6);
  expect(refusal(() => slots.take('stalled'))).toMatchObject(full);
  const other = slots.take('other');
  expect(begin(other).begun).toBe(true);
  other.release();
});

it('lets those begin when others release whose projects may then have more connections', () => {
  const slots = new ConnectionSlots(4, new FairShare(4));
  const [first] = Array.from({ length: 3 }, () => slots.take('p'));
  const other = slots.take('other');
  const requests = [slots.take('p'), slots.take('other')].map(begin);
  expect(requests.map(({ begun }) => begun)).toEqual([false, false]);
  first!.release();
  expect(requests.map(({ begun }) => begun)).toEqual([true, false]);
  other.release();
  expect(requests.map(({ begun }) => begun)).toEqual([true, true]);
});
