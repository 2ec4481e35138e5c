import { useEffect, useRef, useSyncExternalStore } from 'react';
import { EventStream, type StreamListener, type StreamState } from './event-stream.js';

const streams = new Map<string, EventStream>();

function streamOf(project: string): EventStream {
  const stream = streams.get(project) ?? new EventStream(`/api/v1/projects/${encodeURIComponent(project)}/events`);
  streams.set(project, stream);
  return stream;
}

/** Calls the listener for the events of a project while the component is mounted. @returns the state of the stream */
export function useProjectEvents(project: string, listener: StreamListener): StreamState {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  const stream = streamOf(project);
  useEffect(
    () =>
      stream.listen({
        onEvent: (event) => latest.current.onEvent(event),
        onReconnect: () => latest.current.onReconnect(),
      }),
    [stream],
  );
  return useSyncExternalStore(stream.onState, stream.state);
}
