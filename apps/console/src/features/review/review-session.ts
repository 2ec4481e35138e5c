import { ApiError } from '../../api/api-error.js';
import type { Schemas } from '../../api/client.js';
import { newId } from '../resource/new-id.js';
import type { Decision, Lease } from './decision.js';
import { emptyInbox, isUnsaved, reduceInbox, undoable, type Decided, type Inbox, type InboxAction } from './inbox.js';
import { retried, type RetryOptions } from '../resource/retrying.js';

/** The requests of a session. Repetitions with one `key` are the same write. */
export interface ReviewRequests {
  readonly lease: (what: { limit: number } | { item: string }, key: string, signal: AbortSignal) => Promise<Lease[]>;
  readonly release: (lease: Lease) => void;
  readonly store: (
    lease: Lease,
    decision: Decision,
    key: string,
    signal: AbortSignal,
  ) => Promise<Pick<Schemas['Review'], 'id'>>;
  readonly remove: (review: string, key: string, signal: AbortSignal) => Promise<void>;
}

/** Items that are leased together: one on screen and two behind it, so that the next one shows at once. */
const leasedAhead = 3;

const conflict = 409;
const notFound = 404;

/** The work of one reviewer on a queue: leases items ahead, stores decisions safely, takes them back. */
export class ReviewSession {
  #state: Inbox = emptyInbox;
  #isOpen = false;
  #filling: Promise<void> | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #writes = new Map<string, Promise<void>>();

  /** @param onChange called with the number of reviews that were stored, or taken back (negative) */
  constructor(
    private readonly requests: ReviewRequests,
    private readonly onChange: (reviews: number) => void,
    private readonly retry: Omit<RetryOptions, 'onRetry'> = {},
  ) {}

  readonly inbox = (): Inbox => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  open(): void {
    this.#isOpen = true;
    void this.fill();
  }

  /** Gives the items back. Decisions are still stored. */
  close(): void {
    this.#isOpen = false;
    for (const lease of this.#state.leases) this.requests.release(lease);
    this.#state = { ...emptyInbox, decided: this.#state.decided };
  }

  /** Leases items until there are enough. `isQuiet`: looks for new ones while nothing waits, without showing it. */
  async fill(isQuiet = false): Promise<void> {
    const { leases, supply } = this.#state;
    const isLeasing = this.#filling !== null || this.#state.undoing !== 'no';
    if (isLeasing || leases.length >= leasedAhead || (supply === 'empty' && leases.length > 0)) return;
    if (leases.length === 0 && !isQuiet) this.#apply({ type: 'supply', supply: 'loading' });
    this.#filling = this.#leaseMore(leasedAhead - leases.length);
    await this.#filling;
    // Decisions may have been faster than the answer.
    if (this.#isOpen && this.#state.supply === 'ready') await this.fill();
  }

  async #leaseMore(limit: number): Promise<void> {
    const key = newId();
    try {
      const leases = await retried((signal) => this.requests.lease({ limit }, key, signal), {
        ...this.retry,
        onRetry: (error) => this.#apply({ type: 'supply', supply: 'retrying', error }),
      });
      if (this.#isOpen) this.#apply({ type: 'leased', leases });
      else leases.forEach(this.requests.release);
    } catch (error) {
      this.#apply({ type: 'supply', supply: 'failed', error: error as Error });
    } finally {
      this.#filling = null;
    }
  }

  /** Decides the item on screen, and shows the next one. */
  decide(decision: Decision): void {
    const [lease] = this.#state.leases;
    if (lease === undefined || this.#state.undoing !== 'no') return;
    this.#dropExpired();
    this.#apply({ type: 'decided', lease, decision });
    this.#store(lease, decision);
    void this.fill();
  }

  /** Stores a decision that failed again. */
  retryFailed({ lease, decision }: Decided): void {
    this.#apply({ type: 'written', lease: lease.id, change: { state: 'saving', error: null } });
    this.#store(lease, decision);
  }

  /** Shows the next item, and this one later. */
  pass(): void {
    this.#dropExpired();
    this.#apply({ type: 'passed' });
    void this.fill();
  }

  /** Takes the latest decision back, and shows its item again. */
  async undo(): Promise<void> {
    const target = undoable(this.#state);
    if (target === null) return;
    this.#apply({ type: 'undoing', undoing: 'undoing' });
    // A decision that is still being stored can only be removed afterwards.
    await this.#writes.get(target.lease.id);
    await this.#filling;
    const { review, state } = this.#state.decided.find(({ lease }) => lease.id === target.lease.id) ?? target;
    try {
      if (state === 'lost') return;
      const again = review === null ? target.lease : await this.#removed(review, target.lease);
      this.#apply({ type: 'undone', lease: target.lease.id, again });
      if (review !== null) this.onChange(-1);
    } catch (error) {
      this.#apply({ type: 'written', lease: target.lease.id, change: { error: error as Error } });
    } finally {
      this.#apply({ type: 'undoing', undoing: 'no' });
      void this.fill();
    }
  }

  /** Removes a review. @returns the new lease of its item, or null if another reviewer has it. */
  async #removed(review: string, { item }: Lease): Promise<Lease | null> {
    const options = { ...this.retry, onRetry: () => this.#apply({ type: 'undoing', undoing: 'retrying' }) };
    const keys = [newId(), newId()] as const;
    await retried((signal) => this.requests.remove(review, keys[0], signal), options).catch(ignoreStatus(notFound));
    const leases = await retried((signal) => this.requests.lease({ item }, keys[1], signal), options).catch(
      ignoreStatus(conflict),
    );
    return leases?.[0] ?? null;
  }

  #store(lease: Lease, decision: Decision): void {
    const change = (next: Partial<Decided>) => this.#apply({ type: 'written', lease: lease.id, change: next });
    const write = retried((signal) => this.requests.store(lease, decision, lease.id, signal), {
      ...this.retry,
      onRetry: (error) => change({ state: 'retrying', error }),
    }).then(
      ({ id }) => {
        change({ state: 'saved', review: id, error: null });
        this.onChange(1);
      },
      (error: unknown) => change({ state: isLost(error) ? 'lost' : 'failed', error: error as Error }),
    );
    this.#writes.set(
      lease.id,
      write.finally(() => this.#writes.delete(lease.id)),
    );
  }

  /** Items behind the one on screen that others may have by now. */
  #dropExpired(): void {
    this.#apply({ type: 'expired', nowMs: (this.retry.now ?? Date.now)() });
  }

  #apply(action: InboxAction): void {
    this.#state = reduceInbox(this.#state, action);
    for (const listener of this.#listeners) listener();
  }

  /** Whether leaving now may lose a decision. */
  hasUnsaved(): boolean {
    return this.#state.decided.some(isUnsaved);
  }
}

/**
 * Whether the item is done without this decision: by others after the lease had expired, or by the reviewer elsewhere.
 */
function isLost(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'lease_expired' || error.code === 'already_reviewed');
}

function ignoreStatus(status: number): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof ApiError && error.status === status) return undefined;
    throw error;
  };
}
