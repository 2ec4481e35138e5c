import { createHash, randomUUID } from 'node:crypto';
import {
  abortUpload,
  beginUpload,
  keepUploadPart,
  prepareUploadPiece,
  readUpload,
  type UploadPart,
  type UploadSession,
} from '@earshot/contracts-storage';
import type { StorageApp } from './storage-app.js';

/** SHA-256 in lower-case hex. */
export const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Sends files in parts as the gateway does. */
export class UploadClient {
  constructor(
    private readonly storage: StorageApp,
    readonly projectId: string = randomUUID(),
  ) {}

  begin(total: number, contentType: string | null = null): Promise<UploadSession> {
    const metadata = { note: 'x' };
    const begun = { id: randomUUID(), project_id: this.projectId, content_type: contentType, metadata };
    return this.storage.ask(beginUpload, { ...begun, total_parts_count: total });
  }

  read(sessionId: string): Promise<UploadSession> {
    return this.storage.ask(readUpload, this.#ref(sessionId));
  }

  /** @returns the address of the piece, and its id. */
  async prepare(sessionId: string, number: number, size = 1): Promise<{ id: string; url: string }> {
    const id = randomUUID();
    const pieceRequest = { ...this.#ref(sessionId), part_number: number, piece_id: id, size };
    return { id, url: (await this.storage.ask(prepareUploadPiece, pieceRequest)).upload_url };
  }

  /** Sends a part in as many pieces as are given. */
  async send(sessionId: string, number: number, ...pieces: (string | Buffer)[]): Promise<UploadPart> {
    const sent: { id: string; size: number }[] = [];
    for (const piece of pieces) {
      const { id, url } = await this.prepare(sessionId, number, Buffer.from(piece).length);
      const { status } = await fetch(url, { method: 'PUT', body: new Uint8Array(Buffer.from(piece)) });
      if (status !== 200) throw new Error(`PUT was answered with ${status}`);
      sent.push({ id, size: Buffer.from(piece).length });
    }
    return this.keep(sessionId, number, Buffer.concat(pieces.map((piece) => Buffer.from(piece))), sent);
  }

  keep(sessionId: string, number: number, bytes: Buffer, pieces: { id: string; size: number }[]): Promise<UploadPart> {
    const part = { part_number: number, size: bytes.length, sha256: sha256(bytes) };
    return this.storage.ask(keepUploadPart, { ...this.#ref(sessionId), ...part, pieces });
  }

  abort(sessionId: string) {
    return this.storage.ask(abortUpload, this.#ref(sessionId));
  }

  #ref(sessionId: string) {
    return { session_id: sessionId, project_id: this.projectId };
  }
}
