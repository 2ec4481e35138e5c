import { planParts, type Part } from './parts.js';
import { withRetries } from './retry.js';
import { sendPart } from './send-part.js';

/** Parts in flight; each is held in memory. */
const concurrency = 4;

/** What an upload shows. */
export interface UploadProgress {
  readonly state: 'sending' | 'paused' | 'failed' | 'sent';
  /** Share of each part that was sent, 0 to 1, by its place. 1 only when it is stored. */
  readonly parts: readonly number[];
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Bytes a second of this run; null before the first are sent. */
  readonly speed: number | null;
  readonly error: unknown;
}

/** Sends the parts of a file that a session lacks. It can be paused and resumed. */
export class UploadTask {
  readonly #plan: readonly Part[];
  readonly #file: File;
  readonly #sessionId: string;
  readonly #shares: number[];
  readonly #listeners = new Set<() => void>();
  #abort = new AbortController();
  #startedBytes = 0;
  #startedAt = 0;
  #snapshot: UploadProgress;

  /** @param stored numbers of the parts that the session has */
  constructor(file: File, sessionId: string, stored: readonly number[]) {
    this.#plan = planParts(file.size);
    this.#file = file;
    this.#sessionId = sessionId;
    this.#shares = this.#plan.map(({ number }) => (stored.includes(number) ? 1 : 0));
    this.#snapshot = this.#progress('paused', null);
  }

  /** Runs a listener after each change. @returns a function that ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The progress now. */
  readonly progress = (): UploadProgress => this.#snapshot;

  /** Sends the missing parts, and returns when all are stored, or when paused or failed. */
  async run(): Promise<void> {
    this.#abort = new AbortController();
    this.#startedAt = Date.now();
    this.#startedBytes = this.#sentBytes();
    this.#publish('sending');
    const { signal } = this.#abort;
    const left = this.#plan.filter((_part, index) => this.#shares[index] !== 1).values();
    const work = async () => {
      for (const part of left) await this.#send(part, signal);
    };
    try {
      await Promise.all(Array.from({ length: concurrency }, work));
      this.#publish('sent');
    } catch (error) {
      if (signal.aborted) return;
      this.#abort.abort();
      this.#forgetUnfinished();
      this.#publish('failed', error);
    }
  }

  /** Stops sending. Parts in flight are sent again later. */
  pause(): void {
    this.#abort.abort();
    this.#forgetUnfinished();
    this.#publish('paused');
  }

  async #send({ number, offset, size }: Part, signal: AbortSignal): Promise<void> {
    const bytes = await this.#file.slice(offset, offset + size).arrayBuffer();
    const show = (share: number) => {
      if (signal.aborted) return;
      this.#shares[number - 1] = share;
      this.#publish('sending');
    };
    const onProgress = (sent: number) => show(Math.min(0.99, sent / size));
    await withRetries(() => sendPart({ sessionId: this.#sessionId, number, bytes }, onProgress, signal), signal);
    show(1);
  }

  #forgetUnfinished(): void {
    for (const [index, share] of this.#shares.entries()) if (share !== 1) this.#shares[index] = 0;
  }

  #publish(state: UploadProgress['state'], error: unknown = null): void {
    this.#snapshot = this.#progress(state, error);
    for (const listener of this.#listeners) listener();
  }

  #progress(state: UploadProgress['state'], error: unknown): UploadProgress {
    const sentBytes = this.#sentBytes();
    const elapsedMs = Date.now() - this.#startedAt;
    const sentOfRun = sentBytes - this.#startedBytes;
    return {
      state,
      parts: [...this.#shares],
      sentBytes,
      totalBytes: this.#file.size,
      speed: state === 'sending' && sentOfRun > 0 && elapsedMs > 0 ? (sentOfRun / elapsedMs) * 1_000 : null,
      error,
    };
  }

  #sentBytes(): number {
    return this.#plan.reduce((sum, { size }, index) => sum + size * (this.#shares[index] as number), 0);
  }
}
