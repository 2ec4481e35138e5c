import type { RawData, WebSocket } from 'ws';
import type { BrokerProducer, OutgoingRecord } from '../broker/broker.port.js';

/** How often the other end is asked whether it is still there, where anything was sent since. */
const probeIntervalMs = 300;

/** The link is given up when the other end has not answered for so many probes: before callers ask again for what did not come. */
const maxUnanswered = 2;

/** Who is told of a link, each synchronously; none may throw. */
export interface LinkListener {
  /** What a record of the other end's inbox, or of this one's, would hold. */
  readonly take: (value: Buffer) => void;
  /** It ended. @param cause what broke it, if anything did. */
  readonly ended: (cause?: Error) => void;
}

/** One end of a connection between two processes. What goes wrong on it ends it. */
export class DirectLink implements BrokerProducer {
  readonly #socket: WebSocket;
  readonly #prober: NodeJS.Timeout;
  #sent = false;
  #unanswered = 0;

  /** @param socket may still be connecting. */
  constructor(socket: WebSocket, { take, ended }: LinkListener) {
    this.#socket = socket;
    this.#prober = setInterval(() => this.#probe(), probeIntervalMs);
    let cause: Error | undefined;
    socket.on('error', (error) => (cause = error));
    socket.on('pong', () => (this.#unanswered = 0));
    // A Buffer, as long as the socket is not told otherwise.
    socket.on('message', (value: RawData) => take(value as Buffer));
    socket.on('close', () => {
      clearInterval(this.#prober);
      ended(cause);
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
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
    if (this.#socket.readyState === this.#socket.CLOSED) return;
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
