/** Partitions that rest for a while, and who waits for one of them to go on. */
export class PausedPartitions {
  readonly #paused = new Set<string>();
  readonly #waiting = new Set<() => void>();

  has(topic: string, partition: number): boolean {
    return this.#paused.has(`${topic}/${partition}`);
  }

  pause(topic: string, partition: number): void {
    this.#paused.add(`${topic}/${partition}`);
  }

  resume(topic: string, partition: number): void {
    if (!this.#paused.delete(`${topic}/${partition}`)) return;
    for (const goOn of this.#waiting) goOn();
  }

  /** Resolves when any partition is resumed, or the signal aborts. */
  async anyResumed(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const goOn = (): void => {
        this.#waiting.delete(goOn);
        signal.removeEventListener('abort', goOn);
        resolve();
      };
      this.#waiting.add(goOn);
      signal.addEventListener('abort', goOn);
    });
  }
}
