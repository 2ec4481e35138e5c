import type { Decision, Lease } from './decision.js';

/** A decision and what became of it. `lost`: the item was taken or decided otherwise before it arrived. */
export interface Decided {
  readonly lease: Lease;
  readonly decision: Decision;
  readonly state: 'saving' | 'retrying' | 'saved' | 'failed' | 'lost';
  /** Id of the stored review. */
  readonly review: string | null;
  readonly error: Error | null;
}

/** The items of one reviewer: those to decide, and what was decided. */
export interface Inbox {
  /** The first one is shown; the others are ready for afterwards. */
  readonly leases: readonly Lease[];
  /** The latest one last. */
  readonly decided: readonly Decided[];
  /** Whether more items can be had. `empty`: nothing waits for this reviewer. */
  readonly supply: 'loading' | 'retrying' | 'ready' | 'empty' | 'failed';
  readonly supplyError: Error | null;
  /** The decision that is being taken back. */
  readonly undoing: 'no' | 'undoing' | 'retrying';
}

/** What changes an inbox. */
export type InboxAction =
  | { readonly type: 'supply'; readonly supply: Inbox['supply']; readonly error?: Error }
  | { readonly type: 'leased'; readonly leases: readonly Lease[] }
  | { readonly type: 'decided'; readonly lease: Lease; readonly decision: Decision }
  | { readonly type: 'written'; readonly lease: string; readonly change: Partial<Decided> }
  /** Shows the next item, and this one later. */
  | { readonly type: 'passed' }
  | { readonly type: 'expired'; readonly nowMs: number }
  | { readonly type: 'undoing'; readonly undoing: Inbox['undoing'] }
  /** A decision was taken back. `again`: the new lease of its item, or null if another reviewer has it. */
  | { readonly type: 'undone'; readonly lease: string; readonly again: Lease | null };

/** Decisions that can be taken back. */
const maxDecided = 50;

/** An inbox that nothing is known of yet. */
export const emptyInbox: Inbox = { leases: [], decided: [], supply: 'loading', supplyError: null, undoing: 'no' };

/** Returns the inbox after an action. */
export function reduceInbox(inbox: Inbox, action: InboxAction): Inbox {
  switch (action.type) {
    case 'supply':
      return { ...inbox, supply: action.supply, supplyError: action.error ?? null };
    case 'leased':
      return withLeases(inbox, action.leases);
    case 'decided':
      return withDecision(inbox, action.lease, action.decision);
    case 'written':
      return {
        ...inbox,
        decided: inbox.decided.map((one) => (one.lease.id === action.lease ? { ...one, ...action.change } : one)),
      };
    case 'passed':
      return { ...inbox, leases: [...inbox.leases.slice(1), ...inbox.leases.slice(0, 1)] };
    case 'expired': {
      const [shown, ...others] = inbox.leases;
      const valid = others.filter(({ expiresAtMs }) => expiresAtMs > action.nowMs);
      return shown === undefined ? inbox : { ...inbox, leases: [shown, ...valid] };
    }
    case 'undoing':
      return { ...inbox, undoing: action.undoing };
    case 'undone':
      return {
        ...inbox,
        undoing: 'no',
        decided: inbox.decided.filter(({ lease }) => lease.id !== action.lease),
        leases: action.again === null ? inbox.leases : [action.again, ...inbox.leases],
      };
  }
}

function withLeases(inbox: Inbox, leases: readonly Lease[]): Inbox {
  const known = new Set(inbox.leases.map(({ item }) => item));
  const added = leases.filter(({ item }) => !known.has(item));
  return {
    ...inbox,
    leases: [...inbox.leases, ...added],
    supply: leases.length === 0 ? 'empty' : 'ready',
    supplyError: null,
  };
}

function withDecision(inbox: Inbox, lease: Lease, decision: Decision): Inbox {
  const decided: Decided = { lease, decision, state: 'saving', review: null, error: null };
  const old = inbox.decided.slice(0, Math.max(0, inbox.decided.length + 1 - maxDecided)).filter(isUnsaved);
  return {
    ...inbox,
    leases: inbox.leases.filter(({ id }) => id !== lease.id),
    decided: [...old, ...inbox.decided.slice(-(maxDecided - 1)), decided],
  };
}

/** Whether leaving the view now may lose a decision. */
export function isUnsaved({ state }: Decided): boolean {
  return state === 'saving' || state === 'retrying' || state === 'failed';
}

/** Returns the latest decision that can be taken back. */
export function undoable({ decided, undoing }: Inbox): Decided | null {
  return undoing === 'no' ? (decided.findLast(({ state }) => state !== 'lost') ?? null) : null;
}
