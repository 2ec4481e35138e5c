import { describe, expect, it } from '@jest/globals';
import type { Lease } from './decision.js';
import { emptyInbox, isUnsaved, reduceInbox, undoable, type Inbox, type InboxAction } from './inbox.js';

const lease = (name: string, expiresAtMs = 1_000): Lease => ({
  id: `lease-${name}`,
  item: name,
  completions: ['a', 'b'],
  expiresAtMs,
});
const decision = { kind: 'tied', tied: 'good' } as const;
const after = (...actions: InboxAction[]): Inbox => actions.reduce(reduceInbox, emptyInbox);
const leased: InboxAction = { type: 'leased', leases: ['1', '2', '3'].map((name) => lease(name)) };
const items = ({ leases }: Inbox) => leases.map(({ item }) => item);

describe('an inbox', () => {
  it('shows the next item at once, while the decision is still being saved', () => {
    const inbox = after(leased, { type: 'decided', lease: lease('1'), decision });
    expect(items(inbox)).toEqual(['2', '3']);
    expect(inbox.decided.map(({ state }) => state)).toEqual(['saving']);
    expect(inbox.decided.every(isUnsaved)).toBe(true);
  });

  it('takes no item twice, and knows when nothing waits', () => {
    const inbox = after(leased, { type: 'leased', leases: [lease('3'), lease('4')] });
    expect(items(inbox)).toEqual(['1', '2', '3', '4']);
    expect(after({ type: 'leased', leases: [] }).supply).toBe('empty');
  });

  it('drops expired items that are not shown yet, and keeps the one on screen', () => {
    const inbox = after(
      { type: 'leased', leases: [lease('1', 10), lease('2', 10), lease('3', 90)] },
      { type: 'expired', nowMs: 50 },
    );
    expect(items(inbox)).toEqual(['1', '3']);
  });

  it('shows a passed item again later', () => {
    expect(items(after(leased, { type: 'passed' }))).toEqual(['2', '3', '1']);
  });

  it('shows an undone item again under its new lease', () => {
    const again = { ...lease('1'), id: 'new' };
    const inbox = after(
      leased,
      { type: 'decided', lease: lease('1'), decision },
      { type: 'undone', lease: 'lease-1', again },
    );
    expect(inbox.leases[0]).toBe(again);
    expect(inbox.decided).toEqual([]);
  });

  it('undoes the latest decision that was not lost', () => {
    const decided = after(
      leased,
      { type: 'decided', lease: lease('1'), decision },
      { type: 'decided', lease: lease('2'), decision },
      { type: 'written', lease: 'lease-2', change: { state: 'lost' } },
    );
    expect(undoable(decided)?.lease.item).toBe('1');
    expect(undoable(reduceInbox(decided, { type: 'undoing', undoing: 'undoing' }))).toBeNull();
  });

  it('keeps the latest decisions and all unsaved ones', () => {
    const actions = Array.from({ length: 80 }, (_, index) => [
      { type: 'decided', lease: lease(`${index}`), decision } as const,
      { type: 'written', lease: `lease-${index}`, change: { state: index === 0 ? 'failed' : 'saved' } } as const,
    ]);
    const { decided } = after(...actions.flat());
    expect(decided).toHaveLength(51);
    expect(decided[0]?.state).toBe('failed');
    expect(decided.at(-1)?.lease.item).toBe('79');
  });
});
