import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import { isIPv6, type AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { backOffMs, sleep } from '../broker/back-off.js';
import type { Logger } from '../logger.js';
import type { DirectAddress } from '../wire/frames.js';
import { directIdentity, directKeyBytes, directOpenMs, directTls } from './direct-tls.js';

/** Connections at once: one for each worker that answers, and far more than there are. */
const maxLinks = 1_024;

/** The largest message, as the largest record of a broker. */
const maxMessageBytes = 1024 * 1024;

/** Where a process listens for direct answers, and by what others reach it there. */
export interface DirectOptions {
  /** Address on which to listen, for example `0.0.0.0`. */
  readonly listenHost: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Name or address by which workers reach this process and no other. */
  readonly host: string;
}

/** Where workers bring their answers without the broker: whoever knows the key, which goes along with the work. */
export class DirectInbox {
  readonly #options: DirectOptions;
  readonly #logger: Logger;
  readonly #key = randomBytes(directKeyBytes);
  readonly #server: Server;
  readonly #links: WebSocketServer;
  readonly #closing = new AbortController();
  #opened: Promise<void> | undefined;

  /** @param take called synchronously with what a broker's record would hold; must not throw. */
  constructor(options: DirectOptions, logger: Logger, take: (value: Buffer) => void) {
    this.#options = options;
    this.#logger = logger;
    this.#server = createServer({
      ...directTls,
      pskCallback: (_socket, identity) => (identity === directIdentity ? this.#key : null),
      handshakeTimeout: directOpenMs,
      requestTimeout: directOpenMs,
      headersTimeout: directOpenMs,
      connectionsCheckingInterval: directOpenMs,
    });
    this.#server.maxConnections = maxLinks;
    this.#links = new WebSocketServer({ server: this.#server, perMessageDeflate: false, maxPayload: maxMessageBytes });
    // Whoever does not know the key, and a port that is taken, which shows in `listen`.
    this.#links.on('error', () => undefined);
    this.#links.on('connection', (link) => {
      // What breaks a link ends it, and its worker goes on through the broker.
      link.on('error', () => undefined);
      link.on('message', (value) => take(value as Buffer));
    });
  }

  /**
   * Listens; tries until it works or is closed, and answers come through the broker until then.
   *
   * @param tell is told where this process is reached, once it is.
   */
  open(tell: (address: DirectAddress) => void): Promise<void> {
    return (this.#opened ??= this.#open(tell));
  }

  /** Ends every link; what comes now comes through the broker. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#opened;
    for (const link of this.#links.clients) link.terminate();
    this.#links.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #open(tell: (address: DirectAddress) => void): Promise<void> {
    const { signal } = this.#closing;
    for (let tries = 1; !signal.aborted; tries += 1) {
      try {
        await this.#listen();
        return tell(this.#address());
      } catch (error) {
        this.#logger.warn({ err: error, port: this.#options.port }, 'no direct answers yet');
        await sleep(backOffMs({ firstMs: 100, maxMs: 3_000 }, tries), signal);
      }
    }
  }

  #listen(): Promise<void> {
    const { port, listenHost } = this.#options;
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      // Its own also where processes share the ports on which they listen: the key is of this one.
      this.#server.listen({ port, host: listenHost, exclusive: true }, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
  }

  #address(): DirectAddress {
    const { host } = this.#options;
    const { port } = this.#server.address() as AddressInfo;
    return { url: `wss://${isIPv6(host) ? `[${host}]` : host}:${port}`, key: this.#key.toString('base64') };
  }
}
