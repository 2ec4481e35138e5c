import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream';
import { ConnectionError, EarshotError } from './errors.js';
import { withIdleLimit } from './idle.js';

/** Earshot sends a comment every 15 s; three missing ones are a broken connection. */
const idleMs = 45_000;

/**
 * Reads the events of a response. Leaving the loop closes the connection.
 *
 * @throws ConnectionError if the connection breaks
 */
export async function* eventsOf(response: Response, signal?: AbortSignal): AsyncGenerator<EventSourceMessage> {
  if (response.body === null) return;
  const events = withIdleLimit(response.body, idleMs)
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof EarshotError) throw error;
    throw new ConnectionError('The connection broke.', { cause: error });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
