import { ConnectionError, FileChangedError } from '../http/errors.js';
import type { CallOptions, Http } from '../http/http.js';
import { withIdleLimit } from '../http/idle.js';

/** Longest pause between two bytes. */
const idleMs = 60_000;
/** Broken connections in a row after which a download fails. Each one has retries of its own. */
const maxBreaks = 5;

/** A file of Earshot. */
export interface Download {
  /** Bytes of the whole file; null if the server does not say. */
  readonly totalBytes: number | null;
  /** The bytes. After a broken connection they go on where they stopped. */
  readonly bytes: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** Begins a download. */
export async function download(http: Http, path: string, { signal }: CallOptions = {}): Promise<Download> {
  const first = await http.raw(path, { stream: true, signal });
  const length = first.headers.get('content-length');
  return { totalBytes: length === null ? null : Number(length), bytes: bytesOf(http, path, first, signal) };
}

async function* bytesOf(
  http: Http,
  path: string,
  first: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const etag = first.headers.get('etag');
  let received = 0;
  let breaks = 0;
  for (let response = first; ; response = await rest(http, path, { etag, received, signal })) {
    try {
      for await (const chunk of withIdleLimit(response.body ?? new ReadableStream(), idleMs)) {
        received += chunk.length;
        breaks = 0;
        yield chunk;
      }
      return;
    } catch (error) {
      signal?.throwIfAborted();
      breaks += 1;
      if (etag === null || breaks > maxBreaks) throw new ConnectionError('The download broke off.', { cause: error });
    }
  }
}

/** Requests the bytes that are missing, of the same version of the file. */
async function rest(
  http: Http,
  path: string,
  { etag, received, signal }: { etag: string | null; received: number; signal: AbortSignal | undefined },
): Promise<Response> {
  const headers = { range: `bytes=${received}-`, 'if-range': etag ?? '' };
  const response = await http.raw(path, { stream: true, headers, signal });
  if (received === 0 || response.status === 206) return response;
  await response.body?.cancel();
  throw new FileChangedError('The file has changed during the download. Download it again.');
}
