import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import {
  createFile,
  fileOutcome,
  locateFile,
  type LocatedFile,
  type LocateFile,
  type NewFile,
  type StoredFile,
} from '@earshot/contracts-storage';
import type { StorageApp } from './storage-app.js';
import { UploadClient } from './upload-client.js';

/** A line of a dataset, and the row that it becomes. */
export const line = (text: string) => `${JSON.stringify({ prompt: text })}\n`;
export const row = (text: string) =>
  `${JSON.stringify({ messages: [{ role: 'user', content: text }], completion: null })}\n`;

/** Has files made of uploads, in one project, as the gateway does. */
export class FileClient {
  readonly uploads: UploadClient;

  constructor(
    private readonly storage: StorageApp,
    readonly projectId: string = randomUUID(),
  ) {
    this.uploads = new UploadClient(storage, projectId);
  }

  /** @returns the session of an upload of so many parts. */
  async uploaded(content: string | Buffer, parts = 1, uploads = this.uploads): Promise<string> {
    const { id: session } = await uploads.begin(parts, 'text/html');
    const bytes = Buffer.from(content as string);
    const size = Math.ceil(bytes.length / parts);
    for (let at = 0; at < parts; at++) await uploads.send(session, at + 1, bytes.subarray(at * size, (at + 1) * size));
    return session;
  }

  aDataset(upload_session_id: string, key = `d-${randomUUID()}`): Extract<NewFile, { kind: 'dataset' }> {
    return { kind: 'dataset', id: randomUUID(), project_id: this.projectId, key, name: key, upload_session_id };
  }

  aRecipe(
    upload_session_id: string,
    more: Partial<Extract<NewFile, { kind: 'recipe' }>> = {},
  ): Extract<NewFile, { kind: 'recipe' }> {
    const key = `r-${randomUUID()}`;
    const named = { key, name: key, entry_point: 'main.py' };
    return { kind: 'recipe', id: randomUUID(), project_id: this.projectId, ...named, upload_session_id, ...more };
  }

  anArtifact(upload_session_id: string): Extract<NewFile, { kind: 'artifact' }> {
    return { kind: 'artifact', id: randomUUID(), project_id: this.projectId, name: 'weights.bin', upload_session_id };
  }

  /** The file once it is decided on. */
  async settled<F extends StoredFile>({ kind, id }: NewFile): Promise<F> {
    for (;;) {
      const file = await this.storage.ask(fileOutcome, { kind, id });
      if (file.status !== 'processing') return file as F;
      await sleep(20);
    }
  }

  async made<F extends StoredFile>(file: NewFile): Promise<F> {
    await this.storage.ask(createFile, file);
    return this.settled(file);
  }

  locate(file: NewFile, format: LocateFile['format'] = 'original'): Promise<LocatedFile> {
    return this.storage.ask(locateFile, { kind: file.kind, project_id: file.project_id, file: file.id, format });
  }

  async download(file: NewFile, format?: LocateFile['format']): Promise<string> {
    const { download_url, size } = await this.locate(file, format);
    const text = await (await fetch(download_url ?? '')).text();
    expect(Buffer.byteLength(text)).toBe(size);
    return text;
  }
}
