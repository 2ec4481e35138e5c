import type { WorkJob } from './work-job.js';
import { maxFinishedJobs } from '../limits.js';
import { finishedRetentionMs } from '../timing.js';

/** Finished jobs of a worker: to send the end until the broker has it, to resend it, and to run no delivery twice. */
export class FinishedJobs {
  // A Map keeps the order of insertion, which is the order of finishing.
  readonly #jobs = new Map<string, WorkJob>();

  add(job: WorkJob): void {
    this.#jobs.delete(job.id);
    this.#jobs.set(job.id, job);
    if (this.#jobs.size <= maxFinishedJobs) return;
    for (const id of this.#jobs.keys()) {
      this.#jobs.delete(id);
      return;
    }
  }

  /** Number of jobs whose end the broker does not have. */
  get undelivered(): number {
    return [...this.#jobs.values()].filter(({ isDelivered }) => !isDelivered).length;
  }

  get(id: string): WorkJob | undefined {
    return this.#jobs.get(id);
  }

  /** Drops old jobs, and those past their deadline. @param send sends a job whose end the broker does not have. */
  sweep(now: number, send: (job: WorkJob) => void): void {
    for (const [id, job] of this.#jobs) {
      if (job.isDelivered) {
        if (now - job.deliveredAt < finishedRetentionMs) return;
      } else if (now < job.deadlineAt) {
        if (job.isUnsent) send(job);
        continue;
      }
      this.#jobs.delete(id);
    }
  }
}
