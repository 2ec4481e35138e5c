/** Passes events from callbacks to one consumer, with backpressure. Events that are ready together are one batch. */
export class EventQueue<Event> {
  /** Where the producer appends; after appending it calls {@link notify}. */
  events: Event[] = [];
  #ended = false;
  #error: Error | null = null;
  #wake: (() => void) | null = null;

  /** @param onDrained called when the consumer has taken all events. */
  constructor(private readonly onDrained: () => void = () => undefined) {}

  /** Tells the consumer that there are events. */
  notify(): void {
    this.#wake?.();
    this.#wake = null;
  }

  /** No event will follow. The first end counts. */
  end(): void {
    this.#ended = true;
    this.notify();
  }

  /** The consumer gets the events before it, then this error. The first end counts. */
  fail(error: unknown): void {
    if (!this.#ended) this.#error = error instanceof Error ? error : new Error(String(error));
    this.end();
  }

  /** Discards waiting events and ends. */
  cancel(): void {
    this.events = [];
    this.#error = null;
    this.end();
  }

  /** The batches, until the end. For one consumer. */
  async *batches(): AsyncGenerator<Event[], void, void> {
    for (;;) {
      if (this.events.length > 0) {
        const batch = this.events;
        this.events = [];
        this.onDrained();
        yield batch;
      } else if (this.#ended) {
        if (this.#error !== null) throw this.#error;
        return;
      } else {
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    }
  }
}
