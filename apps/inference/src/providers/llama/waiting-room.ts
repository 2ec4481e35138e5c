import { queueFull } from './llama-errors.js';

/** Counts the requests that wait, over all models, and refuses the one too many. */
export class WaitingRoom {
  private waiting = 0;

  constructor(private readonly limit: number) {}

  /** Takes a place; the returned function gives it back. @throws AppError `queue_full` */
  enter(): () => void {
    if (this.waiting >= this.limit) throw queueFull(this.waiting);
    this.waiting += 1;
    return () => {
      this.waiting -= 1;
    };
  }
}
