import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request that the server received. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Answers a request; `number` counts from 1. */
export type Script = (request: Received, response: ServerResponse, number: number) => void;

/** A real HTTP server that answers as a test says, and keeps what it received. */
export class ScriptedServer implements AsyncDisposable {
  readonly received: Received[] = [];
  readonly #server;

  private constructor(script: Script) {
    this.#server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const { method = '', url = '', headers } = request;
        const received = { method, path: url, headers, body };
        this.received.push(received);
        script(received, response, this.received.length);
      });
    });
  }

  /** Starts a server. */
  static async start(script: Script): Promise<ScriptedServer> {
    const server = new ScriptedServer(script);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  /** Its address. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}

/** Sends a JSON response. */
export function sendJson(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Sends an error of Earshot. */
export function sendError(response: ServerResponse, status: number, code: string, headers: object = {}): void {
  const error = { message: `It is ${code}.`, type: 'some_error', code, param: null };
  sendJson(response, status, { error }, { 'x-request-id': 'r1', ...headers });
}
