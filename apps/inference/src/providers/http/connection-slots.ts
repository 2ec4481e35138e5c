import { FairShare } from '../../limits/fair-share.js';
import { providerQueueFull } from './provider-errors.js';

/** One request's slot at a server. */
export interface ConnectionSlot {
  /** Calls back when a connection is free: at once or later; never after {@link abandon}. */
  begin(request: () => void): void;
  /** The request is cancelled: if it has not started, its slot is free at once. */
  abandon(): void;
  release(): void;
}

/** Connections of one server, and a queue: the HTTP client would keep cancelled requests. Projects share fairly. */
export class ConnectionSlots {
  readonly #connections: FairShare;
  /** Those that wait, with their projects, in the order of coming. */
  readonly #queue = new Map<() => void, string>();

  /** @param waiting counts waiting requests of all servers. */
  constructor(
    connections: number,
    private readonly waiting: FairShare,
  ) {
    this.#connections = new FairShare(connections);
  }

  get allFree(): boolean {
    return this.#connections.taken === 0 && this.#queue.size === 0;
  }

  /** Takes one for a request of the project. @throws AppError `queue_full` */
  take(project: string): ConnectionSlot {
    return this.#connections.tryTake(project) ? this.#connected(project) : this.#waitingSlot(project);
  }

  #connected(project: string): ConnectionSlot {
    let begun = false;
    let left = false;
    const release = () => {
      if (left) return;
      left = true;
      this.#handOver(project);
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

  #waitingSlot(project: string): ConnectionSlot {
    if (!this.waiting.tryTake(project)) throw providerQueueFull();
    let request: (() => void) | undefined;
    let slot: ConnectionSlot | undefined;
    const turn = () => {
      this.waiting.give(project);
      slot = this.#connected(project);
      if (request !== undefined) slot.begin(request);
    };
    const abandon = () => {
      if (this.#queue.delete(turn)) this.waiting.give(project);
      else slot?.abandon();
    };
    this.#queue.set(turn, project);
    return {
      begin: (given) => {
        request = given;
        slot?.begin(given);
      },
      abandon,
      release: () => (slot === undefined ? abandon() : slot.release()),
    };
  }

  /** Starts the oldest waiting requests whose projects may have connections. */
  #handOver(leaving: string): void {
    this.#connections.give(leaving);
    for (const [turn, project] of this.#queue) {
      if (!this.#connections.tryTake(project)) continue;
      this.#queue.delete(turn);
      turn();
    }
  }
}
