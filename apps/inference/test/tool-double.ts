import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A call as a tool got it. */
export interface ToolCallSeen {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** A tool on a real socket that answers as it is told. */
export class ToolDouble {
  readonly seen: ToolCallSeen[] = [];
  /** Calls whose caller left before they were answered. */
  broken = 0;
  answer: (call: ToolCallSeen, response: ServerResponse) => void = (_, response) => void response.end('sunny');
  readonly #server: Server = createServer((request, response) => void this.#take(request, response));

  static async listen(): Promise<ToolDouble> {
    const double = new ToolDouble();
    await new Promise<void>((resolve) => double.#server.listen(0, '127.0.0.1', resolve));
    return double;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/now`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => {
      if (!response.writableFinished) this.broken += 1;
    });
    const { method = '', url = '', headers } = request;
    const call = { method, url, authorization: headers.authorization, body: await text(request) };
    this.seen.push(call);
    this.answer(call, response);
  }
}
