import type { LlamaContextSequence } from 'node-llama-cpp';
import type { WaitingRoom } from './waiting-room.js';

/** One of the answers that a model can make at the same time. */
export interface Slot {
  sequence: LlamaContextSequence;
  /** Whose tokens its cache holds. */
  sessionId: string | null;
}

/** The slots of one model, given out in the order of asking. */
export class Slots {
  private readonly idle: Slot[];
  private readonly queue = new Set<{ sessionId: string; take: (slot: Slot) => void }>();

  constructor(
    sequences: LlamaContextSequence[],
    private readonly waitingRoom: WaitingRoom,
  ) {
    this.idle = sequences.map((sequence) => ({ sequence, sessionId: null }));
  }

  /**
   * A slot; the one that served this session last where it is free, else the one unused for longest.
   *
   * @returns null when the signal aborted first.
   * @throws AppError `queue_full`
   */
  async acquire(sessionId: string, signal: AbortSignal): Promise<Slot | null> {
    if (signal.aborted) return null;
    const slot = this.pick(sessionId);
    if (slot !== undefined) return slot;
    const leave = this.waitingRoom.enter();
    return new Promise((resolve) => {
      const settle = (taken: Slot | null) => {
        this.queue.delete(waiter);
        signal.removeEventListener('abort', abort);
        leave();
        resolve(taken);
      };
      const abort = () => settle(null);
      const waiter = { sessionId, take: settle };
      signal.addEventListener('abort', abort, { once: true });
      this.queue.add(waiter);
    });
  }

  /** Gives a slot back, to whoever waits longest. */
  release(slot: Slot, sessionId: string | null): void {
    this.idle.push({ ...slot, sessionId });
    const [first] = this.queue;
    if (first === undefined) return;
    const next = this.pick(first.sessionId);
    if (next !== undefined) first.take(next);
  }

  private pick(sessionId: string): Slot | undefined {
    const same = this.idle.findIndex((slot) => slot.sessionId === sessionId);
    return this.idle.splice(Math.max(0, same), 1)[0];
  }
}
