import { setTimeout as sleep } from 'node:timers/promises';
import { send, type CallOptions } from './api.js';

/** Longer than any restart takes here, and than the pauses between tries. */
const untilAnsweredMs = 180_000;

/** What a client gets while a process is away, and tries again after. */
const passing = new Set([502, 503, 504]);

/** Asks as often as it takes, as a client does that has an Idempotency-Key. @throws Error at a refusal. */
export async function askThrough(method: string, path: string, options: CallOptions): Promise<Response> {
  return through(`${method} ${path}`, async () => {
    const answer = await send(method, path, options);
    if (answer.ok) return answer;
    const text = await answer.text();
    if (!passing.has(answer.status)) throw new Error(`${method} ${path} was answered with ${answer.status} ${text}`);
    return undefined;
  });
}

/** Takes a file down, going on where it broke off. */
export async function takeDownThrough(path: string, key: string, take: (piece: Uint8Array) => void): Promise<number> {
  let taken = 0;
  return through(`GET ${path}`, async () => {
    const headers: Record<string, string> = taken === 0 ? {} : { range: `bytes=${taken}-` };
    const answer = await askThrough('GET', path, { key, headers });
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      take(piece);
      taken += piece.length;
    }
    return taken;
  });
}

/** Does something until it comes to something. */
async function through<T>(what: string, tried: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + untilAnsweredMs; Date.now() < end; await sleep(250)) {
    try {
      const result = await tried();
      if (result !== undefined) return result;
    } catch (error) {
      // A connection that broke. (By name: fetch throws a TypeError of another realm.)
      if ((error as Error).name !== 'TypeError') throw error;
    }
  }
  throw new Error(`${what} came to nothing within ${untilAnsweredMs} ms`);
}
