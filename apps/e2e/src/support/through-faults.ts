import { send, type CallOptions } from './api.js';
import { until } from './until.js';

/** Longer than any restart takes here, and than the pauses between attempts. */
const answerWithinMs = 180_000;

/** Statuses while a process is away: clients retry. */
export const transientStatuses = new Set([502, 503, 504]);

/** Sends a request with retries, like a client with an Idempotency-Key. @throws Error for any other error status. */
export async function sendThrough(method: string, path: string, options: CallOptions): Promise<Response> {
  return retried(async () => {
    const answer = await send(method, path, options);
    if (answer.ok) return answer;
    const text = await answer.text();
    if (!transientStatuses.has(answer.status))
      throw new Error(`${method} ${path} was answered with ${answer.status} ${text}`);
    return undefined;
  });
}

/** Downloads a file; resumes after a broken connection. */
export async function downloadThrough(path: string, key: string, take: (piece: Uint8Array) => void): Promise<number> {
  let taken = 0;
  return retried(async () => {
    const headers: Record<string, string> = taken === 0 ? {} : { range: `bytes=${taken}-` };
    const answer = await sendThrough('GET', path, { key, headers });
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      take(piece);
      taken += piece.length;
    }
    return taken;
  });
}

/** Retries until there is a result, also after broken connections. */
export function retried<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  const poll = async () => {
    try {
      return await attempt();
    } catch (error) {
      // By name: fetch throws a TypeError of another realm.
      if ((error as Error).name !== 'TypeError') throw error;
      return undefined;
    }
  };
  return until(poll, answerWithinMs, 250);
}
