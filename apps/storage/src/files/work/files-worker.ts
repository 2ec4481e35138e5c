import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { StoredFile } from '@earshot/contracts-storage';
import { Repeater } from '@earshot/persistence';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { FileJobs } from './file-jobs.service.js';
import type { Task } from './file-work.repository.js';

/** How soon work is found that another process left, ms; that of one's own is begun at once. */
const lookEveryMs = 1_000;

/** How soon what is over is found, ms: nobody waits for it, but it takes room. */
const tidyEveryMs = 3_000;

interface Line {
  readonly task: Task;
  readonly kinds: readonly StoredFile['kind'][];
  /** How much of it is done at one time by a process. */
  readonly atOnce: number;
  readonly everyMs: number;
}

/**
 * Somebody waits for recipes and artifacts: a dataset, which can take minutes, never stands in their way. One dataset at a time keeps a process
 * small and gives it time for everything else; more processes convert more of them.
 */
const lines: readonly Line[] = [
  { task: 'make', kinds: ['dataset'], atOnce: 1, everyMs: lookEveryMs },
  { task: 'make', kinds: ['recipe', 'artifact'], atOnce: 2, everyMs: lookEveryMs },
  { task: 'delete', kinds: ['dataset', 'recipe', 'artifact'], atOnce: 1, everyMs: tidyEveryMs },
  { task: 'delete-original', kinds: ['dataset'], atOnce: 1, everyMs: tidyEveryMs },
  { task: 'check', kinds: ['dataset'], atOnce: 1, everyMs: lookEveryMs },
];

/** Works on files in the background: goes by their rows, so nothing is forgotten that a process was killed over. */
@Injectable()
export class FilesWorker implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #repeaters: readonly { task: Task; repeater: Repeater }[];

  constructor(jobs: FileJobs, @Inject(LOGGER) logger: Logger) {
    const onError = (error: unknown) => logger.warn({ err: error }, 'no work on files was found');
    this.#repeaters = lines.flatMap(({ task, kinds, atOnce, everyMs }) =>
      Array.from({ length: atOnce }, () => {
        const work = async (signal: AbortSignal) => {
          let more = true;
          while (more && !signal.aborted) more = await jobs.doOne(task, kinds, signal);
        };
        return { task, repeater: new Repeater(work, { intervalMs: everyMs, onError }) };
      }),
    );
  }

  onApplicationBootstrap(): void {
    for (const { repeater } of this.#repeaters) repeater.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.#repeaters.map(({ repeater }) => repeater.stop()));
  }

  /** There are files for the task: they are begun with at once. */
  wake(task: Task): void {
    for (const line of this.#repeaters) if (line.task === task) line.repeater.wake();
  }
}
