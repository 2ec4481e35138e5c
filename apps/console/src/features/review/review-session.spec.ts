import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.js';
import type { Decision, Lease } from './decision.js';
import { ReviewSession, type ReviewRequests } from './review-session.js';

const offline = new TypeError('Failed to fetch');
const tied: Decision = { kind: 'tied', tied: 'good' };

/** A queue in memory that stores a review once for each key, and can lose answers. */
class FakeQueue implements ReviewRequests {
  waiting: string[];
  readonly stored = new Map<string, string>();
  readonly released: string[] = [];
  readonly keys: string[] = [];
  failures: Error[] = [];
  /** Whether another reviewer gets an item as soon as its review is removed. */
  isContended = false;
  #leases = 0;

  constructor(count: number) {
    this.waiting = Array.from({ length: count }, (_, index) => `item-${index}`);
  }

  readonly lease = async (what: { limit: number } | { item: string }): Promise<Lease[]> => {
    const items = 'item' in what ? [what.item] : this.waiting.slice(0, what.limit);
    if (items.some((item) => !this.waiting.includes(item))) throw new ApiError('taken', 409, 'item_taken', null);
    this.waiting = this.waiting.filter((item) => !items.includes(item));
    return items.map((item) => ({
      id: `lease-${(this.#leases += 1)}`,
      item,
      completions: ['a', 'b'],
      expiresAtMs: 1_000,
    }));
  };

  readonly release = ({ item }: Lease) => void this.released.push(item);

  /** The review is stored even if its answer is lost. */
  readonly store = async ({ item }: Lease, _decision: Decision, key: string) => {
    this.keys.push(key);
    const [failure] = this.failures.splice(0, 1);
    if (!(failure instanceof ApiError)) this.stored.set(key, item);
    if (failure !== undefined) throw failure;
    return { id: key };
  };

  readonly remove = async (review: string) => {
    if (!this.isContended) this.waiting.push(this.stored.get(review) as string);
    this.stored.delete(review);
  };
}

/** Opens a session on a queue whose pauses take no time. */
async function opened(queue: FakeQueue) {
  const session = new ReviewSession(queue, () => {}, { pause: async () => {}, now: () => 0 });
  session.open();
  await settled();
  return session;
}

/** Lets all requests of the fake queue be answered. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const shown = (session: ReviewSession) => session.inbox().leases[0]?.item;

describe('a session of a reviewer', () => {
  it('has two items ready behind the one on screen', async () => {
    const session = await opened(new FakeQueue(9));
    session.decide(tied);
    expect(shown(session)).toBe('item-1');
    await settled();
    expect(session.inbox().leases.map(({ item }) => item)).toEqual(['item-1', 'item-2', 'item-3']);
  });

  it('stores every decision once while answers are lost', async () => {
    const queue = new FakeQueue(4);
    queue.failures = [offline, new ApiError('later', 503, 'overloaded', null), offline, offline];
    const session = await opened(queue);
    for (let count = 0; count < 4; count += 1) {
      session.decide(tied);
      await settled();
    }
    expect([...queue.stored.values()]).toEqual(expect.arrayContaining(['item-0', 'item-1', 'item-2', 'item-3']));
    expect(queue.stored.size).toBe(4);
    expect(queue.keys).toHaveLength(8);
    expect(session.hasUnsaved()).toBe(false);
    expect(session.inbox().supply).toBe('empty');
  });

  it('keeps a decision that was rejected, and stores it when told to', async () => {
    const queue = new FakeQueue(2);
    queue.failures = [new ApiError('no', 403, 'forbidden', null)];
    const session = await opened(queue);
    session.decide(tied);
    await settled();
    const [failed] = session.inbox().decided;
    expect(failed?.state).toBe('failed');
    expect(session.hasUnsaved()).toBe(true);
    session.retryFailed(failed as NonNullable<typeof failed>);
    await settled();
    expect(session.inbox().decided[0]?.state).toBe('saved');
  });

  it('tells a decision apart that came after somebody else took the item', async () => {
    const queue = new FakeQueue(2);
    queue.failures = [new ApiError('late', 409, 'lease_expired', null)];
    const session = await opened(queue);
    session.decide(tied);
    await settled();
    expect(session.inbox().decided[0]?.state).toBe('lost');
    expect(session.hasUnsaved()).toBe(false);
  });

  it('takes decisions back, the latest first, also one that is still being stored', async () => {
    const queue = new FakeQueue(4);
    const session = await opened(queue);
    session.decide(tied);
    await settled();
    queue.failures = [offline];
    session.decide(tied);
    await session.undo();
    expect(shown(session)).toBe('item-1');
    await session.undo();
    expect(shown(session)).toBe('item-0');
    expect(queue.stored.size).toBe(0);
    expect(session.inbox().decided).toEqual([]);
  });

  it('shows no undone item that another reviewer got', async () => {
    const queue = new FakeQueue(4);
    const session = await opened(queue);
    session.decide(tied);
    await settled();
    queue.isContended = true;
    await session.undo();
    expect(queue.stored.size).toBe(0);
    expect(shown(session)).toBe('item-1');
  });

  it('gets new items in place of those that expired before they were shown', async () => {
    const queue = new FakeQueue(9);
    let nowMs = 0;
    const session = new ReviewSession(queue, () => {}, { pause: async () => {}, now: () => nowMs });
    session.open();
    await settled();
    nowMs = 5_000;
    session.decide(tied);
    expect(shown(session)).toBeUndefined();
    await settled();
    expect(session.inbox().leases.map(({ item }) => item)).toEqual(['item-3', 'item-4', 'item-5']);
  });

  it('gives the items back when it is closed', async () => {
    const queue = new FakeQueue(9);
    const session = await opened(queue);
    session.decide(tied);
    session.close();
    await settled();
    expect(queue.released).toEqual(expect.arrayContaining(['item-1', 'item-2']));
    expect(queue.stored.size).toBe(1);
    expect(queue.released.length + queue.stored.size + queue.waiting.length).toBe(9);
  });
});
