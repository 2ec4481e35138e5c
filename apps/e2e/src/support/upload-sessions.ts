import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadedPartResponse, UploadSessionResponse } from '@earshot/dto-storage';
import { call, send, type CallOptions } from './api.js';

/** SHA-256 in lower-case hex. */
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Longer than any restart takes here, and than the pauses between tries. */
const untilTakenMs = 120_000;

/** What a client gets while a process is away, and tries again after. */
const passing = new Set([502, 503, 504]);

/** Files that are sent in parts, with a key of their project. */
export class Uploads {
  constructor(
    private readonly project: string,
    private readonly key: string,
  ) {}

  async begin(total_parts_count: number): Promise<string> {
    const { body } = await call('POST', '/api/v1/upload/init', { key: this.key, body: { total_parts_count } });
    return (body as unknown as UploadSessionResponse).session_id;
  }

  /** One try. */
  part(sessionId: string, number: number, bytes: Uint8Array, options: CallOptions = {}) {
    const path = `/api/v1/upload/part?session_id=${sessionId}&part_number=${number}`;
    return call('POST', path, { key: this.key, body: bytes, ...options });
  }

  /** Sends a part as often as it takes, as a client would. */
  async sendThrough(sessionId: string, number: number, bytes: Uint8Array): Promise<UploadedPartResponse> {
    for (const end = Date.now() + untilTakenMs; Date.now() < end; await sleep(250)) {
      const answer = await this.#tried(sessionId, number, bytes);
      if (answer?.status === 200) return answer.body as unknown as UploadedPartResponse;
      if (answer !== null && !passing.has(answer.status)) throw new Error(JSON.stringify(answer));
    }
    throw new Error(`part ${number} was not taken within ${untilTakenMs} ms`);
  }

  async status(sessionId: string): Promise<UploadSessionResponse> {
    const asked = { key: this.key, body: { session_id: sessionId } };
    return (await call('POST', '/api/v1/upload/status', asked)).body as unknown as UploadSessionResponse;
  }

  abort(sessionId: string) {
    return call('DELETE', '/api/v1/upload/abort', { key: this.key, body: { session_id: sessionId } });
  }

  /** Makes an artifact of a session, and takes it down again. */
  async download(sessionId: string): Promise<Buffer> {
    const body = { name: 'file', upload_session_id: sessionId };
    const made = await call('POST', `/api/v1/projects/${this.project}/artifacts`, { key: this.key, body });
    if (made.status !== 201) throw new Error(JSON.stringify(made));
    const answer = await send('GET', `/artifacts/${made.body.id}/download`, { key: this.key });
    return Buffer.from(await answer.arrayBuffer());
  }

  /** null: the connection broke. */
  async #tried(sessionId: string, number: number, bytes: Uint8Array) {
    try {
      return await this.part(sessionId, number, bytes);
    } catch (error) {
      // By name: fetch throws a TypeError of another realm.
      if ((error as Error).name === 'TypeError') return null;
      throw error;
    }
  }
}
