import { createHash } from 'node:crypto';
import type { UploadedPartResponse, UploadSessionResponse } from '@earshot/dto-storage';
import { call, send, type CallOptions } from './api.js';
import { retried, transientStatuses } from './through-faults.js';

/** SHA-256 in lower-case hex. */
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Multipart uploads with a key of their project. */
export class Uploads {
  constructor(
    private readonly project: string,
    private readonly key: string,
  ) {}

  async begin(total_parts_count: number): Promise<string> {
    const { body } = await call('POST', '/api/v1/upload/init', { key: this.key, body: { total_parts_count } });
    return (body as unknown as UploadSessionResponse).session_id;
  }

  /** Sends a part once. */
  part(sessionId: string, number: number, bytes: Uint8Array, options: CallOptions = {}) {
    const path = `/api/v1/upload/part?session_id=${sessionId}&part_number=${number}`;
    return call('POST', path, { key: this.key, body: bytes, ...options });
  }

  /** Sends a part with retries, as a client does. */
  sendThrough(sessionId: string, number: number, bytes: Uint8Array): Promise<UploadedPartResponse> {
    return retried(async () => {
      const answer = await this.part(sessionId, number, bytes);
      if (answer.status === 200) return answer.body as unknown as UploadedPartResponse;
      if (!transientStatuses.has(answer.status)) throw new Error(JSON.stringify(answer));
      return undefined;
    });
  }

  async status(sessionId: string): Promise<UploadSessionResponse> {
    const callOptions = { key: this.key, body: { session_id: sessionId } };
    return (await call('POST', '/api/v1/upload/status', callOptions)).body as unknown as UploadSessionResponse;
  }

  abort(sessionId: string) {
    return call('DELETE', '/api/v1/upload/abort', { key: this.key, body: { session_id: sessionId } });
  }

  /** Creates an artifact of a session and downloads it. */
  async download(sessionId: string): Promise<Buffer> {
    const body = { name: 'file', upload_session_id: sessionId };
    const created = await call('POST', `/api/v1/projects/${this.project}/artifacts`, { key: this.key, body });
    if (created.status !== 201) throw new Error(JSON.stringify(created));
    const answer = await send('GET', `/artifacts/${created.body.id}/download`, { key: this.key });
    return Buffer.from(await answer.arrayBuffer());
  }
}
