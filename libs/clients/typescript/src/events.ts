import { ApiError, ConnectionError } from './http/errors.js';
import type { CallOptions, Http } from './http/http.js';
import { sleep } from './http/retry.js';
import { eventsOf } from './http/server-sent-events.js';
import type { LiveEvent } from './types.js';

const reconnectMs = 1_000;

/** Events that this version knows. */
const types = new Set<string>(['interaction', 'feedback', 'outcome', 'comparison']);

/**
 * Yields what is recorded in a project, as it happens, and connects again when the connection ends. There is no replay:
 * after each `connected`, read again what you show. An event may repeat.
 *
 * @throws ApiError if the API key may not read the project (any more). ConnectionError if Earshot stays away
 */
export async function* liveEvents(
  http: Http,
  { project }: { readonly project: string },
  { signal }: CallOptions = {},
): AsyncGenerator<LiveEvent> {
  for (;;) {
    const path = `/api/v1/projects/${encodeURIComponent(project)}/events`;
    const response = await http.raw(path, { stream: true, headers: { accept: 'text/event-stream' }, signal });
    yield { type: 'connected' };
    try {
      for await (const { event, data } of eventsOf(response, signal)) {
        if (event !== undefined && types.has(event))
          yield { type: event, data: JSON.parse(data) as unknown } as LiveEvent;
      }
    } catch (error) {
      if (error instanceof ApiError || !(error instanceof ConnectionError)) throw error;
    }
    await sleep(reconnectMs, signal);
  }
}
