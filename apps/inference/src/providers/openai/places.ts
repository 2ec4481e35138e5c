import { FairShare } from '../fair-share.js';
import { providerQueueFull } from './upstream-errors.js';

/** One request's place at a server. */
export interface Place {
  /** Calls this when there is a connection for it: at once, or when its turn has come; never after {@link giveUp}. */
  begin(request: () => void): void;
  /** Nobody waits for it any more: where it has not begun, its place is free at once. */
  giveUp(): void;
  /** Its connection is free, or gone. */
  leave(): void;
}

/**
 * The places of one server: a request for each connection, and behind them those that wait, in the process's one queue. They wait here, not with
 * the client of the connections: it would keep those that were given up in its queue. Projects share both fairly: one whose requests stall leaves
 * connections for others.
 */
export class Places {
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
  take(project: string): Place {
    return this.connections.tryTake(project) ? this.connected(project) : this.queued(project);
  }

  private connected(project: string): Place {
    let begun = false;
    let left = false;
    const leave = () => {
      if (left) return;
      left = true;
      this.giveBack(project);
    };
    return {
      begin: (request) => {
        begun = true;
        request();
      },
      giveUp: () => (begun ? undefined : leave()),
      leave,
    };
  }

  private queued(project: string): Place {
    if (!this.waiting.tryTake(project)) throw providerQueueFull();
    let request: (() => void) | undefined;
    let place: Place | undefined;
    const turn = () => {
      this.waiting.give(project);
      place = this.connected(project);
      if (request !== undefined) place.begin(request);
    };
    const giveUp = () => {
      if (this.queue.delete(turn)) this.waiting.give(project);
      else place?.giveUp();
    };
    this.queue.set(turn, project);
    return {
      begin: (given) => {
        request = given;
        place?.begin(given);
      },
      giveUp,
      leave: () => (place === undefined ? giveUp() : place.leave()),
    };
  }

  /** Those move up that have waited for longest, as far as their projects may have connections. */
  private giveBack(leaving: string): void {
    this.connections.give(leaving);
    for (const [turn, project] of this.queue) {
      if (!this.connections.tryTake(project)) continue;
      this.queue.delete(turn);
      turn();
    }
  }
}
