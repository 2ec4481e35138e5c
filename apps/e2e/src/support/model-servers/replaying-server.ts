import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '../listen.js';
import type { ServerAnswers } from './server-answers.js';

/** A request that the server got. */
export interface SeenRequest {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { readonly model?: string; readonly stream?: boolean; readonly tools?: unknown[] };
}

/** A model server that sends what a real one does: an answer, a function call where one is offered, or an error. */
export class ReplayingServer {
  readonly seen: SeenRequest[] = [];
  /** Lines of the next streams in place of those of `answers`. */
  broken: readonly string[] | undefined;
  fails = false;
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  constructor(private readonly answers: ServerAnswers) {}

  /** Starts to listen; resolves with the origin. */
  start(): Promise<string> {
    return listen(this.#server);
  }

  /** Closes all connections. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as SeenRequest['body'];
    this.seen.push({ path: request.url, authorization: request.headers.authorization, body });
    const { failure, stream, call, whole } = this.answers;
    if (this.fails) return void sendJson(response, failure.status, failure.body);
    if (body.stream !== true) return void sendJson(response, 200, whole);
    const lines = this.broken ?? (body.tools === undefined ? stream : call);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.end(lines.map((line) => `${line}\n\n`).join(''));
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
