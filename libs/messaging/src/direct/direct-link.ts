import type { RawData, WebSocket } from 'ws';
import type { BrokerProducer, OutgoingRecord } from '../broker/broker.port.js';

/** How often the other end is asked whether it is still there, where anything was sent since. */
const probeIntervalMs = 300;

/** The link is given up when nothing was heard of the other end for so many probes: before callers ask again for what did not come. */
const maxUnanswered = 2;

/** After so many bytes the other end is asked how much of them it has, without waiting for the next probe. */
const probeAfterBytes = 64 * 1024;

/** What may be on its way, and is kept until the other end has it; who sends more waits. Megabytes would be lost with the link, or held for it. */
const maxUnconfirmedBytes = 512 * 1024;

/** The code of a connection that ended without a word (RFC 6455, 7.4.1). */
const abnormalClosure = 1006;

/** Who is told of a link, each synchronously; none may throw. */
export interface LinkListener {
  /** What a record of the other end's inbox, or of this one's, would hold. */
  readonly take: (value: Buffer) => void;
  /** It ended. @param cause what broke it, if anything did. */
  readonly ended: (cause?: Error) => void;
  /** These, in their order, the other end may not have: they have to go another way, ahead of anything that comes later. Settles as that does. */
  readonly undelivered: (values: readonly Buffer[]) => Promise<void>;
}

interface Unconfirmed {
  readonly value: Buffer;
  /** Number of its last byte among all that were to be sent. */
  readonly end: number;
  readonly isWritten: boolean;
}

/**
 * One end of a connection between two processes. What goes wrong on it ends it, and what had not arrived by then is not lost: the one end
 * confirms to the other, by the echo of its probes (RFC 6455, 5.5.3), what it has handed on.
 */
export class DirectLink implements BrokerProducer {
  readonly #socket: WebSocket;
  readonly #prober: NodeJS.Timeout;
  #unanswered = 0;
  #sentBytes = 0;
  #probedBytes = 0;
  #confirmedBytes = 0;
  #unconfirmed: Unconfirmed[] = [];
  /** Who waits until there is room for more. */
  readonly #waiting: (() => void)[] = [];
  readonly #listener: LinkListener;

  /** @param socket may still be connecting. */
  constructor(socket: WebSocket, listener: LinkListener) {
    this.#socket = socket;
    this.#listener = listener;
    this.#prober = setInterval(() => this.#probe(), probeIntervalMs);
    let cause: Error | undefined;
    socket.on('error', (error) => (cause = error));
    socket.on('pong', (echo) => this.#confirm(Number(echo.toString()) || 0));
    socket.on('message', (value: RawData) => {
      this.#unanswered = 0;
      // A Buffer, as long as the socket is not told otherwise.
      listener.take(value as Buffer);
    });
    socket.on('close', (code) => {
      clearInterval(this.#prober);
      listener.ended(cause);
      const lost = code === abnormalClosure ? this.#unconfirmed : this.#unconfirmed.filter((sent) => !sent.isWritten);
      // As of anything in an inbox, the other side notices, and asks again or gives up by itself.
      this.#divert(lost).catch(() => undefined);
      this.#letGo();
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Sends the values, whatever their topics. Resolves once there is room for more; what does not arrive goes another way, as all does once the link has ended. */
  async send(records: readonly OutgoingRecord[]): Promise<void> {
    for (const { value } of records) if (value !== null) this.#write(value);
    if (this.#socket.readyState === this.#socket.CLOSED) return this.#divert(this.#unconfirmed);
    if (this.#sentBytes - this.#probedBytes >= probeAfterBytes) this.#ping();
    if (this.#sentBytes - this.#confirmedBytes <= maxUnconfirmedBytes) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Says what is left and ends the link; of the other end no answer is waited for longer than a probe. */
  async close(): Promise<void> {
    this.#socket.close();
    if (this.#socket.readyState === this.#socket.CLOSED) return;
    await new Promise<void>((resolve) => {
      const overdue = setTimeout(() => this.#socket.terminate(), probeIntervalMs);
      this.#socket.once('close', () => {
        clearTimeout(overdue);
        resolve();
      });
    });
  }

  #write(value: Buffer): void {
    this.#sentBytes += value.length;
    this.#unconfirmed.push({ value, end: this.#sentBytes, isWritten: this.isOpen });
    // What can't be written ends the link.
    if (this.isOpen) this.#socket.send(value, () => undefined);
  }

  #ping(): void {
    if (!this.isOpen) return;
    this.#probedBytes = this.#sentBytes;
    this.#socket.ping(String(this.#sentBytes));
  }

  #confirm(bytes: number): void {
    this.#unanswered = 0;
    this.#confirmedBytes = Math.max(this.#confirmedBytes, bytes);
    const first = this.#unconfirmed.findIndex(({ end }) => end > bytes);
    this.#unconfirmed = first === -1 ? [] : this.#unconfirmed.slice(first);
    if (this.#sentBytes - this.#confirmedBytes <= maxUnconfirmedBytes) this.#letGo();
  }

  #divert(values: readonly Unconfirmed[]): Promise<void> {
    this.#unconfirmed = [];
    return this.#listener.undelivered(values.map(({ value }) => value));
  }

  #letGo(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #probe(): void {
    if (!this.isOpen || this.#unconfirmed.length === 0) return;
    if (this.#unanswered >= maxUnanswered) return this.#socket.terminate();
    this.#unanswered += 1;
    if (this.#probedBytes < this.#sentBytes) this.#ping();
  }
}
