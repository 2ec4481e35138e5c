import type { ConnectionOptions } from 'node:tls';
import { WebSocket, type ClientOptions } from 'ws';
import type { BrokerProducer, OutgoingRecord } from '../broker/broker.port.js';
import type { DirectAddress } from '../wire/frames.js';
import { directIdentity, directOpenMs, directTls } from './direct-tls.js';

/** How often the other end is asked whether it is still there, where anything was sent since. */
const probeIntervalMs = 300;

/** The link is given up when the other end has not answered for so many probes: before callers ask again for what did not come. */
const maxUnanswered = 2;

/** A connection to the direct inbox of one process. What goes wrong on it ends it. */
export class DirectLink implements BrokerProducer {
  readonly #socket: WebSocket;
  readonly #prober: NodeJS.Timeout;
  #wasOpen = false;
  #sent = false;
  #unanswered = 0;

  /** @param onEnd called once, with what broke it, if anything did. */
  constructor({ url, key }: DirectAddress, onEnd: (cause?: Error) => void) {
    const options: ClientOptions & Pick<ConnectionOptions, 'pskCallback'> = {
      ...directTls,
      pskCallback: () => ({ identity: directIdentity, psk: Buffer.from(key, 'base64') }),
      // There is no certificate to object to: the key is what the other end proves itself by.
      checkServerIdentity: () => false,
      perMessageDeflate: false,
      handshakeTimeout: directOpenMs,
    };
    this.#socket = new WebSocket(url, options);
    this.#prober = setInterval(() => this.#probe(), probeIntervalMs);
    let cause: Error | undefined;
    this.#socket.on('error', (error) => (cause = error));
    this.#socket.on('open', () => (this.#wasOpen = true));
    this.#socket.on('pong', () => (this.#unanswered = 0));
    this.#socket.on('close', () => {
      clearInterval(this.#prober);
      onEnd(cause);
    });
  }

  /** Whether it ever was open. */
  get wasOpen(): boolean {
    return this.#wasOpen;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /**
   * Sends the values, whatever their topics. Resolves once the operating system has them, which does not say that they arrive.
   *
   * @throws Error: the link has ended.
   */
  async send(records: readonly OutgoingRecord[]): Promise<void> {
    this.#sent = true;
    await Promise.all(records.map(({ value }) => this.#write(value)));
  }

  /** Says what is left and ends the link; of the other end no answer is waited for longer than a probe. */
  async close(): Promise<void> {
    this.#socket.close();
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    await new Promise<void>((resolve) => {
      const overdue = setTimeout(() => this.#socket.terminate(), probeIntervalMs);
      this.#socket.once('close', () => {
        clearTimeout(overdue);
        resolve();
      });
    });
  }

  #write(value: Buffer | null): Promise<void> {
    return new Promise((resolve, reject) =>
      this.#socket.send(value ?? '', (error) => (error ? reject(error) : resolve())),
    );
  }

  #probe(): void {
    if (!this.isOpen) return;
    if (this.#unanswered >= maxUnanswered) return this.#socket.terminate();
    if (this.#unanswered === 0 && !this.#sent) return;
    this.#sent = false;
    this.#unanswered += 1;
    if (this.#unanswered === 1) this.#socket.ping();
  }
}
