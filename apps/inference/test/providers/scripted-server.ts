import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server got it. */
export interface SeenRequest {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** Plays the server's part in one request. */
export type Script = (response: http.ServerResponse, request: SeenRequest) => void | Promise<void>;

/** An HTTP server on loopback that answers as a test says. */
export class ScriptedServer {
  readonly seen: SeenRequest[] = [];
  /** Connections opened so far. */
  connections = 0;
  script: Script = (response) => void response.writeHead(500).end();
  readonly #server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
      const seen = { path: request.url ?? '', headers: request.headers, body };
      this.seen.push(seen);
      void this.script(response, seen);
    });
  });

  /** Listens on a free port. */
  async start(): Promise<void> {
    this.#server.on('connection', () => (this.connections += 1));
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Breaks off every connection. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Answers with a status and a JSON body. */
export function json(status: number, body: unknown, headers: http.OutgoingHttpHeaders = {}): Script {
  return (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Writes the pieces one by one, each as a packet of its own, then ends the response in good order. */
export function pieces(...parts: (string | Buffer)[]): Script {
  return async (response) => {
    response.socket?.setNoDelay(true);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const part of parts) {
      await new Promise((resolve) => response.write(part, resolve));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    response.end();
  };
}

/** One event of a stream with a piece of text. */
export function delta(content: string, finishReason: string | null = null): string {
  return event({ choices: [{ index: 0, delta: { content }, finish_reason: finishReason }] });
}

/** One event of a stream. */
export function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** The last event of a stream. */
export const DONE = 'data: [DONE]\n\n';
