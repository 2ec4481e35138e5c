import { Connection, ResponseError, Writer, type Reader } from '@platformatic/kafka';
import { connectionTimeoutMs, requestTimeoutMs, type Address, type Network } from './network.js';
import { serverName, type KafkaSecurity } from './security/kafka-security.js';

/** Requests that a broker may have in hand from one connection and still keep an idempotent producer's order: its limit is five. */
const maxInFlight = 5;

/** A request of the Kafka protocol, in a version that tags its fields, and how its answer is read. */
export interface EncodedRequest<Answer> {
  readonly api: { readonly key: number; readonly version: number };
  readonly payload: Buffer;
  readonly decode: (bytes: Buffer) => Answer;
}

/** One connection to one broker. What goes wrong on it, a late answer included, ends it: whoever needs it opens another. */
export class NodeLink {
  readonly #connection: Connection;

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @throws Error: it can't be reached. */
  static async open(
    address: Address,
    clientId: string,
    network: Network,
    { tls, sasl }: KafkaSecurity,
  ): Promise<NodeLink> {
    const connection = new Connection(clientId, {
      connectTimeout: connectionTimeoutMs,
      requestTimeout: requestTimeoutMs,
      maxInflights: maxInFlight,
      tls,
      tlsServerName: serverName(address.host),
      sasl,
    });
    // Whatever breaks the connection fails its requests, and those are waited for.
    connection.on('error', () => undefined);
    const { host, port } = network.route(address);
    const connected = connection.connect(host, port);
    network.opened(connection.socket);
    await connected;
    return new NodeLink(connection);
  }

  get isOpen(): boolean {
    return this.#connection.isConnected();
  }

  /**
   * The broker's answer, also where it tells of errors in parts of it.
   *
   * @param request sends synchronously, so requests reach the broker in the order of these calls.
   * @throws Error: there is no answer.
   */
  async call<Answer>(request: (connection: Connection) => Promise<Answer>): Promise<Answer> {
    try {
      return await request(this.#connection);
    } catch (error) {
      if (error instanceof ResponseError) return error['response'] as Answer;
      this.close();
      throw error;
    }
  }

  /**
   * {@link call} for what is encoded already: sent synchronously, too.
   *
   * @throws Error: there is no answer, or none that can be read.
   */
  send<Answer>({ api, payload, decode }: EncodedRequest<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#connection.send<Answer>(
        api.key,
        api.version,
        () => Writer.create().append(payload),
        (_id, _key, _version, reader) => decode(rest(reader)),
        true,
        true,
        (error, answer) => {
          if (error === null) return resolve(answer as Answer);
          this.close();
          reject(error);
        },
      );
    });
  }

  /** Closes it once all that is under way is answered or overdue. One that is not open may be so for a moment: while it proves again who it is (KIP-368). */
  retire(): void {
    setTimeout(() => this.close(), requestTimeoutMs).unref();
  }

  close(): void {
    this.#connection.close(() => undefined);
  }
}

function rest({ buffer, position }: Reader): Buffer {
  return buffer.slice(position);
}
