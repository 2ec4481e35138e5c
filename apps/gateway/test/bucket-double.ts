import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A bucket on a real socket, at addresses that the scripted storage service gives out. */
export class BucketDouble {
  readonly objects = new Map<string, Buffer>();
  /** How many objects were sent to it. */
  puts = 0;
  /** `Range` headers of downloads, in their order. */
  readonly ranges: (string | undefined)[] = [];
  /** `Authorization` headers of downloads, in their order. */
  readonly authorizations: (string | undefined)[] = [];
  /** Answers with 503 to everything. */
  away = false;
  /** Sends half of a download and then nothing. */
  stalls = false;
  /** Called when a reader breaks a stalled download off. */
  brokenOff: () => void = () => undefined;
  /** Called when a sender breaks off. */
  uploadBroken: () => void = () => undefined;
  #uploadBegun: (() => void)[] = [];
  readonly #server = createServer((request, answer) => void this.#handle(request, answer));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  urlOf(key: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${key}`;
  }

  /** Resolves when the next sender has sent something. */
  uploading(): Promise<void> {
    return new Promise((resolve) => this.#uploadBegun.push(resolve));
  }

  async #handle(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const key = (request.url ?? '/').slice(1).replace(/\?.*$/, '');
    if (this.away) return void answer.writeHead(503).end();
    if (request.method === 'PUT') {
      this.puts += 1;
      request.once('data', () => this.#uploadBegun.splice(0).forEach((begun) => begun()));
      return this.#take(key, request, answer);
    }
    const object = this.objects.get(key);
    if (object === undefined) return void answer.writeHead(404).end();
    this.authorizations.push(request.headers.authorization);
    this.#give(object, request.headers.range, answer);
  }

  async #take(key: string, request: IncomingMessage, answer: ServerResponse): Promise<void> {
    try {
      this.objects.set(key, await buffer(request));
    } catch {
      return this.uploadBroken();
    }
    answer.writeHead(200).end();
  }

  #give(object: Buffer, range: string | undefined, answer: ServerResponse): void {
    this.ranges.push(range);
    const [, first = '0', last = String(object.length - 1)] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    const part = object.subarray(Number(first), Number(last) + 1);
    const headers = { 'content-length': part.length, 'content-range': `bytes ${first}-${last}/${object.length}` };
    answer.writeHead(range === undefined ? 200 : 206, headers);
    if (!this.stalls) return void answer.end(part);
    answer.write(part.subarray(0, part.length / 2));
    answer.once('close', () => this.brokenOff());
  }
}
