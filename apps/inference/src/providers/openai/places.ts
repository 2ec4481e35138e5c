import { providerQueueFull } from './upstream-errors.js';

/** Who waits for a connection, over all servers. */
export interface Waiting {
  count: number;
}

/** The places of one server: a request for each connection, and behind them those that share the process's one queue. */
export class Places {
  private taken = 0;

  constructor(
    private readonly connections: number,
    private readonly waiting: Waiting,
    private readonly queueLimit: number,
  ) {}

  get allFree(): boolean {
    return this.taken === 0;
  }

  /** Takes one; the returned function, called once, gives it back. @throws AppError `queue_full` */
  take(): () => void {
    if (this.taken >= this.connections) {
      if (this.waiting.count >= this.queueLimit) throw providerQueueFull();
      this.waiting.count += 1;
    }
    this.taken += 1;
    return () => this.giveBack();
  }

  /** One that waits moves up, if there is one. */
  private giveBack(): void {
    if (this.taken > this.connections) this.waiting.count -= 1;
    this.taken -= 1;
  }
}
