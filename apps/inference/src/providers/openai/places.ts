import { providerQueueFull } from './upstream-errors.js';

/** Who waits for a connection, over all servers. */
export interface Waiting {
  count: number;
}

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
 * the client of the connections: it would keep those that were given up in its queue.
 */
export class Places {
  private taken = 0;
  /** Those that wait, in the order of coming. */
  private readonly queue = new Set<() => void>();

  constructor(
    private readonly connections: number,
    private readonly waiting: Waiting,
    private readonly queueLimit: number,
  ) {}

  get allFree(): boolean {
    return this.taken === 0 && this.queue.size === 0;
  }

  /** Takes one. @throws AppError `queue_full` */
  take(): Place {
    return this.taken < this.connections ? this.connected() : this.queued();
  }

  private connected(): Place {
    this.taken += 1;
    let begun = false;
    let left = false;
    const leave = () => {
      if (left) return;
      left = true;
      this.giveBack();
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

  private queued(): Place {
    if (this.waiting.count >= this.queueLimit) throw providerQueueFull();
    this.waiting.count += 1;
    let request: (() => void) | undefined;
    let place: Place | undefined;
    const turn = () => {
      this.waiting.count -= 1;
      place = this.connected();
      if (request !== undefined) place.begin(request);
    };
    const giveUp = () => {
      if (this.queue.delete(turn)) this.waiting.count -= 1;
      else place?.giveUp();
    };
    this.queue.add(turn);
    return {
      begin: (given) => {
        request = given;
        place?.begin(given);
      },
      giveUp,
      leave: () => (place === undefined ? giveUp() : place.leave()),
    };
  }

  /** The one that has waited for longest moves up, if there is one. */
  private giveBack(): void {
    this.taken -= 1;
    for (const turn of this.queue) {
      this.queue.delete(turn);
      return turn();
    }
  }
}
