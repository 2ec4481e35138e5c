import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { StoredFile } from '@earshot/contracts-storage';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { DueTasks } from '../tasks/due-tasks.js';
import { FileJobs } from './file-jobs.service.js';
import type { Task } from '../tasks/file-work.repository.js';

/** Polling interval for tasks that another process left. Tasks of this process start at once. */
const intervalMs = 5_000;

interface Queue {
  readonly task: Task;
  readonly kinds: readonly StoredFile['kind'][];
  /** Concurrent tasks of a process. */
  readonly concurrency: number;
}

/**
 * Callers wait for recipes and artifacts, so a dataset, which can take minutes, never blocks them. One dataset at a
 * time bounds memory and CPU of a process; more processes convert more of them.
 */
const queues: readonly Queue[] = [
  { task: 'process', kinds: ['dataset'], concurrency: 1 },
  { task: 'process', kinds: ['recipe', 'artifact'], concurrency: 2 },
  { task: 'delete', kinds: ['dataset', 'recipe', 'artifact'], concurrency: 1 },
  { task: 'delete-original', kinds: ['dataset'], concurrency: 1 },
  { task: 'clear', kinds: ['dataset'], concurrency: 1 },
  { task: 'check', kinds: ['dataset'], concurrency: 1 },
];

/** Runs the background tasks of files. The rows are the queue, so tasks survive a crash. */
@Injectable()
export class FilesWorker implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeaters: readonly { task: Task; repeater: Repeater }[];

  constructor(jobs: FileJobs, due: DueTasks, @Inject(LOGGER) logger: Logger) {
    const onError = (error: unknown) => logger.warn({ err: error }, 'file task lookup failed');
    this.#repeaters = queues.flatMap(({ task, kinds, concurrency }) =>
      Array.from({ length: concurrency }, () => {
        const work = async (signal: AbortSignal) => {
          while (!signal.aborted && (await jobs.runOne(task, kinds, signal)));
        };
        return { task, repeater: new Repeater(work, { intervalMs, onError }) };
      }),
    );
    due.onDue((task) => this.#wake(task));
  }

  onApplicationBootstrap(): void {
    for (const { repeater } of this.#repeaters) repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#repeaters.map(({ repeater }) => repeater.stop()));
  }

  /** Starts due tasks at once instead of at the next poll. */
  #wake(task: Task): void {
    for (const queue of this.#repeaters) if (queue.task === task) queue.repeater.wake();
  }
}
