import type { FactoryProvider, OnApplicationBootstrap, OnModuleDestroy, Type } from '@nestjs/common';
import type { Logger } from '@earshot/messaging';
import { DATABASE_LOGGER } from './data-source/data-source-options.js';

/** When a {@link Repeater} runs its task. */
export interface RepeaterOptions {
  /** From the end of one run to the start of the next. */
  readonly intervalMs: number;
  /** Whether the first run is at the start, without waiting. */
  readonly atStart?: boolean;
  /** The same after a run that failed; `intervalMs` unless given. */
  readonly retryAfterMs?: number;
  /** Called with the error of a run; the task runs again all the same. */
  readonly onError: (error: unknown) => void;
}

/**
 * Runs a task at intervals, or as soon as it is woken; never twice at once. A subclass that is a Nest provider starts
 * and stops with its application.
 */
export class Repeater implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #woken = false;

  constructor(
    private readonly task: (signal: AbortSignal) => Promise<void>,
    private readonly options: RepeaterOptions,
  ) {}

  onApplicationBootstrap(): void {
    this.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.stop();
  }

  /** Runs the task after the interval, or at once with `atStart`. */
  start(): void {
    if (this.options.atStart === true) this.wake();
    else this.#startAfter(this.options.intervalMs);
  }

  /** Runs the task at once, or once more right after the current run. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#running !== undefined) this.#woken = true;
    else this.#run();
  }

  /** Aborts the signal of the task and waits for its end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #startAfter(delayMs: number): void {
    this.#timer = setTimeout(() => this.#run(), delayMs);
  }

  #run(): void {
    clearTimeout(this.#timer);
    this.#running = this.#once();
  }

  async #once(): Promise<void> {
    const { intervalMs, retryAfterMs = intervalMs, onError } = this.options;
    this.#woken = false;
    let nextAfterMs = intervalMs;
    try {
      await this.task(this.#stopping.signal);
    } catch (error) {
      onError(error);
      nextAfterMs = retryAfterMs;
    }
    this.#running = undefined;
    if (this.#stopping.signal.aborted) return;
    if (this.#woken) this.#run();
    else this.#startAfter(nextAfterMs);
  }
}

/** A task of a service at intervals. */
export interface RepeatedTask<Service> extends Pick<RepeaterOptions, 'intervalMs' | 'atStart'> {
  readonly run: (service: Service, signal: AbortSignal) => Promise<void>;
  /** The warning in the log when a run failed. */
  readonly failed: string;
}

/**
 * A provider that runs a task of a service at intervals, in every process. What others wake or ask extends {@link
 * Repeater}.
 */
export function repeatedTask<Service>(
  service: Type<Service>,
  { run, failed, ...options }: RepeatedTask<Service>,
): FactoryProvider<Repeater> {
  return {
    provide: `earshot.repeated-task:${service.name}: ${failed}`,
    inject: [service, DATABASE_LOGGER],
    useFactory: (instance: Service, logger: Logger) =>
      new Repeater((signal) => run(instance, signal), {
        ...options,
        onError: (error) => logger.warn({ err: error }, failed),
      }),
  };
}
