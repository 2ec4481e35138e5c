import type { WorkJob } from './work-job.js';
import { maxFinishedJobs } from '../limits.js';
import { finishedRetentionMs } from '../timing.js';

/** What a worker finished a moment ago: the end may have to be said again, and must not be done again. */
export class FinishedJobs {
  // A Map remembers the order of insertion, which is that of finishing.
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
