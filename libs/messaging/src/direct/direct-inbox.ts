import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import { isIPv6, type AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { backOffMs, sleep } from '../broker/back-off.js';
import type { Inbox } from '../inbox/inbox.js';
import type { Logger } from '../logger.js';
import type { Forward } from '../send/forward.js';
import { FrameSender } from '../send/frame-sender.js';
import type { DirectAddress } from '../wire/frames.js';
import { DirectLink } from './direct-link.js';
import { directIdentity, directKeyBytes, directMessages, directOpenMs, directTls } from './direct-tls.js';

/** Connections at once: one for each worker that answers, and far more than there are. */
const maxLinks = 1_024;

/** Where a process listens for direct links, and by what others reach it there. */
export interface DirectOptions {
  /** Address on which to listen, for example `0.0.0.0`. */
  readonly listenHost: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Name or address by which workers reach this process and no other. */
  readonly host: string;
}

interface Worker {
  readonly link: DirectLink;
  readonly sender: FrameSender;
  /** Until it says that it leaves. */
  takesWork: boolean;
}

/** Where workers connect, to be given work and bring their answers without the broker: whoever knows the key, which goes along with the work. */
export class DirectInbox {
  readonly #options: DirectOptions;
  readonly #inbox: Inbox;
  readonly #instance: string;
  readonly #forward: Forward;
  readonly #logger: Logger;
  readonly #key = randomBytes(directKeyBytes);
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  /** By their inboxes. */
  readonly #workers = new Map<string, Worker>();
  readonly #closing = new AbortController();
  #opened: Promise<void> | undefined;

  /** @param inbox where it goes what workers bring, as if it had come through the broker. @param instance of this process. */
  constructor(options: DirectOptions, inbox: Inbox, instance: string, forward: Forward, logger: Logger) {
    this.#options = options;
    this.#inbox = inbox;
    this.#instance = instance;
    this.#forward = forward;
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
    this.#sockets = new WebSocketServer({ server: this.#server, ...directMessages });
    // Whoever does not know the key, and a port that is taken, which shows in `listen`.
    this.#sockets.on('error', () => undefined);
    this.#sockets.on('connection', (socket, { url = '' }) => this.#link(url.slice(1), socket));
    inbox.listen('leave', (_frame, { from }) => this.#leave(from));
  }

  /**
   * Listens; tries until it works or is closed, and everything goes through the broker until then.
   *
   * @param tell is told where this process is reached, once it is.
   */
  open(tell: (address: DirectAddress) => void): Promise<void> {
    return (this.#opened ??= this.#open(tell));
  }

  /** What sends to this worker by its link; undefined where it has none. */
  to(worker: string): FrameSender | undefined {
    const found = this.#workers.get(worker);
    return found?.link.isOpen === true ? found.sender : undefined;
  }

  /** Whether the worker takes work by its link. */
  mayAsk(worker: string): boolean {
    const found = this.#workers.get(worker);
    return found?.takesWork === true && found.link.isOpen;
  }

  /** Ends every link; what comes now comes through the broker. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#opened;
    await Promise.all([...this.#workers.values()].map(({ sender }) => sender.close()));
    this.#sockets.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #link(from: string, socket: WebSocket): void {
    const link = new DirectLink(socket, {
      take: (value) => this.#inbox.take([value]),
      // Its worker goes on through the broker, and connects again.
      ended: () => {
        if (this.#workers.get(from) === worker) this.#workers.delete(from);
      },
      undelivered: (values) => this.#forward(from, values),
    });
    const worker = { link, sender: new FrameSender(link, this.#inbox.name, this.#instance), takesWork: true };
    this.#workers.set(from, worker);
  }

  #leave(from: string): void {
    const worker = this.#workers.get(from);
    if (worker === undefined) return;
    worker.takesWork = false;
    // Behind all the work that it was given.
    worker.sender.say(from, { t: 'left' });
  }

  async #open(tell: (address: DirectAddress) => void): Promise<void> {
    const { signal } = this.#closing;
    for (let tries = 1; !signal.aborted; tries += 1) {
      try {
        await this.#listen();
        return tell(this.#address());
      } catch (error) {
        this.#logger.warn({ err: error, port: this.#options.port }, 'no direct links yet');
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
