import type { ChatChunk, ChatRequest } from '@earshot/contracts-inference';
import { timedOut } from '@earshot/errors';
import { throwError, timeout, type Observable } from 'rxjs';

/**
 * The answer; `ttft_exceeded` where it has not begun when the request's `max_ttft_ms` is over, which also ends the work on it. The worker
 * has the same clock and is to be quicker: this one holds where no worker has the request, or where it has died.
 */
export function withinTtft(chunks: Observable<ChatChunk[]>, request: ChatRequest): Observable<ChatChunk[]> {
  const { received_at_ms, max_ttft_ms } = request;
  if (max_ttft_ms === null) return chunks;
  const first = new Date(received_at_ms + max_ttft_ms);
  return chunks.pipe(timeout({ first, with: () => throwError(() => ttftExceeded(max_ttft_ms)) }));
}

function ttftExceeded(limitMs: number) {
  return timedOut('ttft_exceeded', `The first token was not there within ${limitMs} ms.`, { param: 'max_ttft_ms' });
}
