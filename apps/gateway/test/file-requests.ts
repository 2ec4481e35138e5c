import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { GatewayApp } from './gateway-app.js';
import { uploaded } from './scripted-files.controller.js';

/** A file as the gateway shows it. */
export interface Shown {
  id: string;
  key: string;
  url: string;
  status: string;
}

type Options = RequestInit & { key?: string };

/** What makes a file of a kind. */
export const bodyOf = (kind: string, upload_session_id = uploaded('content')) =>
  kind === 'artifacts' ? { name: 'weights.bin', upload_session_id } : { key: `k-${randomUUID()}`, upload_session_id };

/** Where it is downloaded. */
export const pathOf = (kind: string, { id }: Shown) =>
  kind === 'artifacts' ? `/artifacts/${id}/download` : `/api/v1/projects/demo/${kind}/${id}/download`;

/** Asks a gateway about files, with one key. */
export class FileRequests {
  key = '';

  constructor(private readonly gateway: GatewayApp) {}

  post(path: string, json?: object, init: Options = {}): Promise<Response> {
    return this.gateway.fetch(`/api/v1${path}`, { method: 'POST', json, key: this.key, ...init });
  }

  get(path: string, init: Options = {}): Promise<Response> {
    return this.gateway.fetch(path, { key: this.key, ...init });
  }

  async made(kind: string, content: Buffer | string = 'content', more: object = {}): Promise<Shown> {
    const answer = await this.post(`/projects/demo/${kind}`, { ...bodyOf(kind, uploaded(content)), ...more });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as Shown;
  }
}
