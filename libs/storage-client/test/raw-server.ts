import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What a {@link RawServer} does. */
export interface RawScript {
  /** Once there is a connection. */
  onConnect?(socket: Socket): void;
  /** Once there is a whole request, for each. */
  onRequest?(socket: Socket, request: string): void;
}

/** A server on a real socket that writes bytes as it is told: whatever no HTTP server of a library would send. */
export class RawServer {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  /** Requests that have come whole. */
  requests = 0;

  private constructor(script: RawScript) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      // Its clients leave it in the middle of things: that is what it is for.
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
      this.#read(socket, script);
      script.onConnect?.(socket);
    });
  }

  static async listen(script: RawScript): Promise<RawServer> {
    const server = new RawServer(script);
    await new Promise<void>((listening) => server.#server.listen(0, '127.0.0.1', listening));
    return server;
  }

  /** Without a path. */
  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((closed) => this.#server.close(closed));
  }

  #read(socket: Socket, script: RawScript): void {
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      for (let end = endOfRequest(received); end !== null; end = endOfRequest(received)) {
        const request = received.slice(0, end);
        received = received.slice(end);
        this.requests += 1;
        script.onRequest?.(socket, request);
      }
    });
  }
}

/** Where the first request ends; null where it has not. */
function endOfRequest(text: string): number | null {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return null;
  const length = Number(/^content-length: *(\d+)/im.exec(text.slice(0, head))?.[1] ?? 0);
  if (/^transfer-encoding: *chunked/im.test(text.slice(0, head))) {
    const end = text.indexOf('0\r\n\r\n', head + 4);
    return end < 0 ? null : end + 5;
  }
  return text.length >= head + 4 + length ? head + 4 + length : null;
}
