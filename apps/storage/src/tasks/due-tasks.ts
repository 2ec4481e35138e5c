import { Injectable } from '@nestjs/common';
import type { Task } from './file-work.repository.js';

/** Tells the worker of this process about due tasks, so that they start before its next poll. */
@Injectable()
export class DueTasks {
  readonly #listeners: ((task: Task) => void)[] = [];

  /** Calls the listener with each task that this process makes due. */
  onDue(listener: (task: Task) => void): void {
    this.#listeners.push(listener);
  }

  /** Call it after the commit: the worker looks the task up in the table. */
  wake(task: Task): void {
    for (const listener of this.#listeners) listener(task);
  }
}
