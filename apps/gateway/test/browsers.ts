import { expect } from '@jest/globals';
import type { GatewayApp } from './gateway-app.js';

/** A session as the gateway shows it. */
export interface Session {
  key: { name: string; project_id: string | null; project: string | null; permissions: string[]; admin: boolean };
  csrf_token: string;
  expires_at: string;
}

/** Options of a request as the harness takes them. */
type Init = RequestInit & { json?: unknown };

/** The error of a request with a session that has ended. */
export const signInRequired = { status: 401, code: 'sign_in_required' };

/** Status and code of an error. */
export async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as { error: { code: string } };
  return { status: answer.status, code: error.code };
}

/** What browsers, and those who give them links, ask of a gateway that has the project `demo`. */
export function browsersOf(gateway: GatewayApp) {
  const signIn = (json: object, init: Init = {}) => gateway.fetch('/api/v1/sessions', { key: null, json, ...init });

  /** Signs in as a browser does. */
  async function browser(json: object) {
    const answer = await signIn(json);
    const session = (await answer.json()) as Session;
    const [cookie] = (answer.headers.get('set-cookie') as string).split(';') as [string];
    const csrf = { 'x-csrf-token': session.csrf_token };
    const fetch = (path: string, { headers, ...init }: Init = {}, at = gateway) =>
      at.fetch(path, { ...init, key: null, headers: { cookie, ...(headers as Record<string, string>) } });
    return { session, cookie, csrf, fetch, token: cookie.split('=')[1] as string };
  }

  async function makeKey(body: object = {}) {
    const json = { name: 'test', permissions: ['read', 'manage'], ...body };
    const answer = await gateway.fetch('/api/v1/projects/demo/api_keys', { json });
    const { id, api_key } = (await answer.json()) as { id: string; api_key: string };
    return { id, path: `/api/v1/projects/demo/api_keys/${id}`, api_key };
  }

  /** The code of a new sign-in link. */
  async function codeOf(key = gateway.adminKey) {
    const answer = await gateway.fetch('/api/v1/sign_in_links', { method: 'POST', key });
    const { url } = (await answer.json()) as { url: string };
    expect([answer.status, url]).toEqual([201, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/console\/#code=/)]);
    return url.split('#code=')[1] as string;
  }

  return { signIn, browser, makeKey, codeOf };
}
