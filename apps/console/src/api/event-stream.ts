import type { Schemas } from './client.js';

interface Events {
  readonly interaction: Schemas['InteractionEvent'];
  readonly feedback: Schemas['FeedbackEvent'];
  readonly comparison: Schemas['ComparisonEvent'];
  readonly outcome: Schemas['OutcomeEvent'];
}

/** What happened in a project, as `GET /projects/{p}/events` sends it. */
export type ProjectEvent = {
  [Type in keyof Events]: { readonly type: Type; readonly data: Events[Type] };
}[keyof Events];

/** Whether events arrive: `reconnecting` from a lost or refused connection to the next one. */
export type StreamState = 'connecting' | 'live' | 'reconnecting';

/** What a listener of a stream gets. */
export interface StreamListener {
  readonly onEvent: (event: ProjectEvent) => void;
  /** The stream is connected again, so events may have been missed. */
  readonly onReconnect: () => void;
}

const types = ['interaction', 'feedback', 'comparison', 'outcome'] as const;

/** First wait before a refused stream is opened again, ms; it doubles to {@link maxReopenMs}. */
const minReopenMs = 2_000;
const maxReopenMs = 60_000;

/**
 * Returns the wait before a refused stream is opened again, in ms. Tabs that were refused together return apart.
 *
 * @param refusals refusals in a row, from 1
 * @param random from 0 to 1
 */
export function reopenDelayMs(refusals: number, random: number): number {
  const longest = Math.min(maxReopenMs, minReopenMs * 2 ** (refusals - 1));
  return longest * (0.5 + random / 2);
}

/** The stream of a project. All views of the tab share one connection, because a browser opens few to one server. */
export class EventStream {
  readonly #listeners = new Set<StreamListener>();
  readonly #stateListeners = new Set<() => void>();
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #current: StreamState = 'connecting';
  #refusals = 0;

  constructor(private readonly url: string) {}

  readonly state = (): StreamState => this.#current;

  /** Notifies of changes of the state. Returns the function that stops it. */
  readonly onState = (listener: () => void): (() => void) => {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  };

  /** Connects for the first listener, and disconnects after the last. Returns the function that stops it. */
  listen(listener: StreamListener): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#open();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#close();
    };
  }

  #open(): void {
    const source = new EventSource(this.url);
    this.#source = source;
    source.addEventListener('open', () => this.#opened());
    source.addEventListener('error', () => {
      this.#setState('reconnecting');
      // A lost connection is opened again by the browser, a refused one (429, 503) is not.
      if (source.readyState === EventSource.CLOSED) this.#reopenLater();
    });
    for (const type of types)
      source.addEventListener(type, ({ data }: MessageEvent<string>) => {
        const event = { type, data: JSON.parse(data) as unknown } as ProjectEvent;
        for (const { onEvent } of this.#listeners) onEvent(event);
      });
  }

  #opened(): void {
    const isAgain = this.#current === 'reconnecting';
    this.#refusals = 0;
    this.#setState('live');
    if (isAgain) for (const { onReconnect } of this.#listeners) onReconnect();
  }

  #reopenLater(): void {
    this.#refusals += 1;
    this.#timer = setTimeout(() => this.#open(), reopenDelayMs(this.#refusals, Math.random()));
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#refusals = 0;
    this.#setState('connecting');
  }

  #setState(state: StreamState): void {
    if (this.#current === state) return;
    this.#current = state;
    for (const listener of this.#stateListeners) listener();
  }
}
