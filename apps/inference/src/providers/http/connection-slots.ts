import { FairShare } from '../fair-share.js';
import { providerQueueFull } from './provider-errors.js';

/** One request's slot at a server. */
export interface ConnectionSlot {
  /** Calls this when there is a connection for it: at once, or when its turn has come; never after {@link abandon}. */
  begin(request: () => void): void;
  /** Nobody waits for it any more: where it has not begun, its slot is free at once. */
  abandon(): void;
  /** Its connection is free, or gone. */
  release(): void;
}

/**
 * The slots of one server: a request for each connection, and behind them those that wait, in the process's one queue. They wait here, not with
 * the client of the connections: it would keep those that were given up in its queue. Projects share both fairly: one whose requests stall leaves
 * connections for others.
 */
export class ConnectionSlots {
  private readonly connections: FairShare;
  /** Those that wait, with their projects, in the order of coming. */
  private readonly queue = new Map<() => void, string>();

  /** @param waiting who waits for a connection, over all servers. */
  constructor(
    connections: number,
    private readonly waiting: FairShare,
  ) {
    this.connections = new FairShare(connections);
  }

  get allFree(): boolean {
    return this.connections.taken === 0 && this.queue.size === 0;
  }

  /** Takes one for a request of the project. @throws AppError `queue_full` */
  take(project: string): ConnectionSlot {
    return this.connections.tryTake(project) ? this.connected(project) : this.queued(project);
  }

  private connected(project: string): ConnectionSlot {
    let begun = false;
    let left = false;
    const release = () => {
      if (left) return;
      left = true;
      this.handOver(project);
    };
    return {
      begin: (request) => {
        begun = true;
        request();
      },
      abandon: () => (begun ? undefined : release()),
      release,
    };
  }

  private queued(project: string): ConnectionSlot {
    if (!this.waiting.tryTake(project)) throw providerQueueFull();
    let request: (() => void) | undefined;
    let slot: ConnectionSlot | undefined;
    const turn = () => {
      this.waiting.give(project);
      slot = this.connected(project);
      if (request !== undefined) slot.begin(request);
    };
    const abandon = () => {
      if (this.queue.delete(turn)) this.waiting.give(project);
      else slot?.abandon();
    };
    this.queue.set(turn, project);
    return {
      begin: (given) => {
        request = given;
        slot?.begin(given);
      },
      abandon,
      release: () => (slot === undefined ? abandon() : slot.release()),
    };
  }

  /** Those move up that have waited for longest, as far as their projects may have connections. */
  private handOver(leaving: string): void {
    this.connections.give(leaving);
    for (const [turn, project] of this.queue) {
      if (!this.connections.tryTake(project)) continue;
      this.queue.delete(turn);
      turn();
    }
  }
}
