import type { WorkJob } from './work-job.js';
import { maxFinishedJobs } from '../limits.js';
import { finishedRetentionMs } from '../timing.js';

/** Recently finished jobs of a worker: to resend the end, and to run no delivery twice. */
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

  get(id: string): WorkJob | undefined {
    return this.#jobs.get(id);
  }

  sweep(now: number): void {
    for (const [id, { finishedAt }] of this.#jobs) {
      if (finishedAt !== undefined && now - finishedAt < finishedRetentionMs) return;
      this.#jobs.delete(id);
    }
  }
}
