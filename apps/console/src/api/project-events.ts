import { useEffect, useRef, useSyncExternalStore } from 'react';

interface Events {
  readonly interaction: {
    readonly completion_id: string;
    readonly session_id: string;
    readonly model: string | null;
    readonly source: string;
    readonly finish_reason: string | null;
    readonly created_at: string;
  };
  readonly feedback: {
    readonly id: string;
    readonly completion_id: string;
    readonly metric: string;
    readonly value: boolean | number;
    readonly created_at: string;
  };
  readonly comparison: {
    readonly id: string;
    readonly metric: string;
    readonly preferred: string | null;
    readonly other: string | null;
    readonly tied: string | null;
    readonly created_at: string;
  };
  readonly outcome: {
    readonly id: string;
    readonly session_id: string;
    readonly metric: string;
    readonly value: boolean | number;
    readonly created_at: string;
  };
}

/** What happened in a project, as `GET /projects/{p}/events` sends it. */
export type ProjectEvent = {
  [Type in keyof Events]: { readonly type: Type; readonly data: Events[Type] };
}[keyof Events];

const types = ['interaction', 'feedback', 'comparison', 'outcome'] as const;

/** An `EventSource` reconnects after a lost connection, but gives up after an error status. */
const reopenMs = 15_000;

/** The stream of a project. All views of the tab share one connection, because a browser opens few to one server. */
class Stream {
  private readonly listeners = new Set<(event: ProjectEvent) => void>();
  private readonly stateListeners = new Set<() => void>();
  private source: EventSource | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private live = false;

  constructor(private readonly project: string) {}

  readonly isLive = (): boolean => this.live;

  readonly onState = (listener: () => void): (() => void) => {
    this.stateListeners.add(listener);
    return () => this.stateListeners.delete(listener);
  };

  listen(listener: (event: ProjectEvent) => void): () => void {
    this.listeners.add(listener);
    if (this.listeners.size === 1) this.open();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.close();
    };
  }

  private open(): void {
    const source = new EventSource(`/api/v1/projects/${encodeURIComponent(this.project)}/events`);
    this.source = source;
    source.addEventListener('open', () => this.setLive(true));
    source.addEventListener('error', () => {
      this.setLive(false);
      if (source.readyState !== EventSource.CLOSED) return;
      this.timer = setTimeout(() => this.open(), reopenMs);
    });
    for (const type of types)
      source.addEventListener(type, ({ data }: MessageEvent<string>) => {
        const event = { type, data: JSON.parse(data) as unknown } as ProjectEvent;
        for (const listener of this.listeners) listener(event);
      });
  }

  private close(): void {
    clearTimeout(this.timer);
    this.source?.close();
    this.setLive(false);
  }

  private setLive(live: boolean): void {
    if (this.live === live) return;
    this.live = live;
    for (const listener of this.stateListeners) listener();
  }
}

const streams = new Map<string, Stream>();

function streamOf(project: string): Stream {
  const stream = streams.get(project) ?? new Stream(project);
  streams.set(project, stream);
  return stream;
}

/**
 * Calls `onEvent` for every event of a project while the component is mounted.
 *
 * @returns whether the stream is connected; events of the time without a connection are lost
 */
export function useProjectEvents(project: string, onEvent: (event: ProjectEvent) => void): boolean {
  const latest = useRef(onEvent);
  useEffect(() => {
    latest.current = onEvent;
  });
  const stream = streamOf(project);
  useEffect(() => stream.listen((event) => latest.current(event)), [stream]);
  return useSyncExternalStore(stream.onState, stream.isLive);
}
