import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Entity extends Record<string, unknown> {
  id: string;
}

/** One request as it came. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** An answer that a test puts in front of the ordinary ones. */
export interface Scripted {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/**
 * Keeps what is posted and shows it again, over HTTP, with the statuses, paging and refusals of the management
 * interface. Lists have pages of two, so that paging is always at work.
 */
export class InstallationDouble {
  readonly received: Received[] = [];
  readonly scripted: Scripted[] = [];
  readonly #collections = new Map<string, Entity[]>();
  readonly #hashes = new Set<unknown>();
  readonly #server: Server = createServer((request, response) => {
    void this.#answer(request).then(({ status, headers, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  /** What stands in a collection, for example `projects/demo/models`. */
  entities(collection: string): Entity[] {
    return this.#collections.get(collection) ?? [];
  }

  /** The requests that change something. */
  writes(): string[] {
    return this.received.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  }

  async #answer(request: IncomingMessage): Promise<Scripted> {
    const url = new URL(request.url ?? '/', 'http://double');
    const path = url.pathname.replace('/api/v1/', '');
    const method = request.method ?? '';
    const body =
      method === 'POST' || method === 'PATCH' ? ((await json(request)) as Record<string, unknown>) : undefined;
    this.received.push({ method, path, headers: request.headers, body });
    const scripted = this.scripted.shift();
    if (scripted) return scripted;
    if (method === 'POST' && body) return this.#create(path, body);
    const isCollection = path === 'projects' || /(^|\/)(models|metrics|tools|ab_campaigns|api_keys)$/.test(path);
    if (isCollection) return this.#page(path, Number(url.searchParams.get('cursor') ?? 0));
    return this.#one(method, path, body);
  }

  #create(path: string, body: Record<string, unknown>): Scripted {
    const { key_sha256: hash, ...fields } = body;
    if (hash !== undefined && this.#hashes.has(hash)) return refusal(409, 'key_in_use');
    this.#hashes.add(hash);
    const all = this.entities(path);
    const entity = { id: `id-${this.received.length}`, default: all.length === 0, ...fields };
    if (entity.default === true) for (const other of all) other['default'] = false;
    this.#collections.set(path, [...all, entity]);
    return { status: 201, body: shown(entity) };
  }

  #page(path: string, from: number): Scripted {
    const all = this.entities(path);
    const next = from + 2 < all.length ? String(from + 2) : null;
    return { status: 200, body: { data: all.slice(from, from + 2).map(shown), next_cursor: next } };
  }

  #one(method: string, path: string, body?: Record<string, unknown>): Scripted {
    const collection = path.slice(0, path.lastIndexOf('/'));
    const name = path.slice(collection.length + 1);
    const entity = this.entities(collection).find(({ id, key }) => id === name || key === name);
    if (!entity) return refusal(404, 'project_not_found');
    if (method === 'DELETE') {
      this.#collections.set(
        collection,
        this.entities(collection).filter((other) => other !== entity),
      );
      return { status: 204 };
    }
    if (body?.['default'] === true) for (const other of this.entities(collection)) other['default'] = false;
    Object.assign(entity, body);
    return { status: 200, body: shown(entity) };
  }
}

/** A refusal in the interface's form. */
export function refusal(status: number, code: string, param: string | null = null): Scripted {
  return { status, body: { error: { message: `Refused: ${code}.`, type: 'x', param, code } } };
}

function shown(entity: Entity): Entity {
  if (entity['kind'] === 'http' || entity['kind'] === 'mcp') {
    const { headers = {}, ...rest } = entity;
    return { ...rest, header_names: Object.keys(headers as object) };
  }
  const provider = entity['provider'] as Record<string, unknown> | undefined;
  if (provider?.['kind'] !== 'openai') return entity;
  const { api_key: apiKey, ...rest } = provider;
  return { ...entity, provider: { ...rest, has_api_key: apiKey !== undefined, base_url_trusted: true } };
}
