import { NotFoundError, UsageError } from '../http/errors.js';
import { bodyOf, type CallOptions, type Http } from '../http/http.js';
import type { UploadSession } from '../types.js';
import { partsOf, type Part } from './parts.js';

/** How far an upload is: first its bytes are sent, then the file is processed. */
export type UploadProgress =
  | { readonly stage: 'sending'; readonly bytes: number; readonly totalBytes: number }
  | { readonly stage: 'processing'; readonly percent: number };

/** Options of an upload. */
export interface UploadOptions extends CallOptions {
  /**
   * Session of an earlier attempt with the same file, to go on with. An unknown, aborted or expired one, or one of
   * another number of parts, is replaced by a new one.
   */
  readonly sessionId?: string | undefined;
  /** Called with the id of the session before the first part. Keep it, to resume. */
  readonly onSession?: ((sessionId: string) => void) | undefined;
  /** Called after each part, and while the file is processed. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** What is uploaded. */
export interface FileToSend {
  /** Id or key of the project. */
  readonly project: string;
  /** The bytes. In Node.js: `await openAsBlob(path)` of `node:fs`, which reads while it sends. */
  readonly file: Blob;
  readonly contentType: string;
}

/** Parts in flight; each is held in memory. */
const concurrency = 4;
/** The gateway's own limit for a part on a slow line is longer; its part limit is 100 MiB. */
const partTimeoutMs = 150_000;
/** `consumed`: the file was made of the session, but its caller did not learn of it. */
const goingOnStates = new Set<UploadSession['state']>(['open', 'complete', 'consumed']);

/** Sends files in parts, four at a time, each with its checksum. */
export class Uploads {
  constructor(private readonly http: Http) {}

  /**
   * Sends a file, or what is missing of it. Datasets, recipes and artifacts are made from the session.
   *
   * @returns the id of the session, which has all parts
   */
  async send(toSend: FileToSend, options: UploadOptions = {}): Promise<string> {
    const { file } = toSend;
    if (file.size === 0) throw new UsageError('The file is empty. A file needs at least one byte.');
    const parts = partsOf(file.size);
    const session = await this.#session(toSend, parts.length, options);
    // The file was made of all parts, which are deleted then.
    const all = parts.map(({ number }) => number);
    const done = new Set(session.state === 'consumed' ? all : session.completed_parts);
    let bytes = 0;
    const advance = (part: Part) => {
      bytes += part.size;
      options.onProgress?.({ stage: 'sending', bytes, totalBytes: file.size });
    };
    parts.filter(({ number }) => done.has(number)).forEach(advance);
    const left = parts.filter(({ number }) => !done.has(number)).values();
    const stop = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
    const sendSome = async () => {
      for (const part of left) {
        await this.#sendPart(session.session_id, file, part, signal);
        advance(part);
      }
    };
    try {
      await Promise.all(Array.from({ length: concurrency }, sendSome));
    } finally {
      // After a failure, the parts in flight are not worth the wait.
      stop.abort();
    }
    return session.session_id;
  }

  /** Reads a session. */
  async status(sessionId: string, { signal }: CallOptions = {}): Promise<UploadSession> {
    const response = await this.http.raw('/api/v1/upload/status', {
      method: 'POST',
      body: JSON.stringify({ session_id: sessionId }),
      headers: { 'content-type': 'application/json' },
      idempotent: true,
      signal,
    });
    return (await response.json()) as UploadSession;
  }

  async #session(toSend: FileToSend, total: number, options: UploadOptions): Promise<UploadSession> {
    const known = options.sessionId === undefined ? null : await this.#known(options.sessionId, options);
    if (known !== null && goingOnStates.has(known.state) && known.total_parts_count === total) return known;
    const { project, contentType } = toSend;
    const created = await bodyOf(
      this.http.api.POST('/api/v1/upload/init', {
        body: { total_parts_count: total, content_type: contentType, metadata: { project } },
        headers: { 'Idempotency-Key': crypto.randomUUID() },
        signal: options.signal ?? null,
      }),
    );
    options.onSession?.(created.session_id);
    return created;
  }

  async #known(sessionId: string, options: CallOptions): Promise<UploadSession | null> {
    try {
      return await this.status(sessionId, options);
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  }

  async #sendPart(sessionId: string, file: Blob, { number, offset, size }: Part, signal: AbortSignal): Promise<void> {
    const body = new Uint8Array(await file.slice(offset, offset + size).arrayBuffer());
    if (body.length !== size) throw new UsageError('The file became shorter during the upload. Upload it again.');
    const query = new URLSearchParams({ session_id: sessionId, part_number: String(number) });
    await this.http.raw(`/api/v1/upload/part?${query.toString()}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/octet-stream', ...(await checksumOf(body)) },
      // A part that is sent again replaces the one before.
      idempotent: true,
      attemptTimeoutMs: partTimeoutMs,
      signal,
    });
  }
}

/** Browsers compute checksums only for pages from a safe origin. */
async function checksumOf(bytes: Uint8Array<ArrayBuffer>): Promise<Record<string, string>> {
  const { subtle } = crypto as { subtle?: typeof crypto.subtle };
  if (subtle === undefined) return {};
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return { 'x-checksum-sha256': Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') };
}
