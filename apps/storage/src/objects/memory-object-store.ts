import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { storageUnavailable, type ByteRange } from '@earshot/storage-client';
import type { ObjectStore, SourceObject } from './object-store.js';

/** A bucket in memory for tests, with an HTTP server for its presigned URLs. */
export class MemoryObjectStore implements ObjectStore {
  readonly #objects = new Map<string, Buffer>();
  readonly #server: Server = createServer((request, answer) => void this.#handle(request, answer));

  /** Starts the HTTP server. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  uploadUrl(key: string, validForS: number): Promise<string> {
    return Promise.resolve(this.#url('PUT', key, validForS));
  }

  downloadUrl(key: string, validForS: number): Promise<string> {
    return Promise.resolve(this.#url('GET', key, validForS));
  }

  sizeOf(key: string): Promise<number | null> {
    return Promise.resolve(this.#objects.get(key)?.length ?? null);
  }

  delete(key: string): Promise<void> {
    this.#objects.delete(key);
    return Promise.resolve();
  }

  clear(key: string): Promise<void> {
    return this.delete(key);
  }

  async read(key: string, { range }: { range?: ByteRange } = {}): Promise<Readable> {
    const bytes = this.#get(key);
    return Promise.resolve(Readable.from(range ? [bytes.subarray(range.first, range.last + 1)] : [bytes]));
  }

  async concatenate(key: string, sources: readonly SourceObject[]): Promise<void> {
    if (this.#objects.get(key)?.length === sources.reduce((sum, { size }) => sum + size, 0)) return;
    this.#objects.set(key, Buffer.concat(sources.map((source) => this.#get(source.key))));
    return Promise.resolve();
  }

  #get(key: string): Buffer {
    const bytes = this.#objects.get(key);
    if (bytes === undefined) throw storageUnavailable(`there is no object ${key}`);
    return bytes;
  }

  #url(method: string, key: string, validForS: number): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/${key}?method=${method}&until=${Date.now() + validForS * 1_000}`;
  }

  async #handle(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://memory');
    const allowed = request.method === searchParams.get('method') && Date.now() < Number(searchParams.get('until'));
    const key = pathname.slice(1);
    if (!allowed) answer.writeHead(403).end();
    else if (request.method === 'PUT') await this.#take(key, request, answer);
    else this.#give(key, request.headers.range, answer);
  }

  async #take(key: string, request: IncomingMessage, answer: ServerResponse): Promise<void> {
    try {
      this.#objects.set(key, await buffer(request));
    } catch {
      // An aborted request leaves the old object in place.
      return;
    }
    answer.writeHead(200).end();
  }

  #give(key: string, range: string | undefined, answer: ServerResponse): void {
    const bytes = this.#objects.get(key);
    if (bytes === undefined) return void answer.writeHead(404).end();
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (first === undefined) return void answer.writeHead(200).end(bytes);
    const headers = { 'content-range': `bytes ${first}-${last}/${bytes.length}` };
    answer.writeHead(206, headers).end(bytes.subarray(Number(first), Number(last) + 1));
  }
}
