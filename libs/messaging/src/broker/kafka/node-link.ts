import { Connection, ResponseError } from '@platformatic/kafka';
import { connectionTimeoutMs, requestTimeoutMs, type Address, type Network } from './network.js';

/** Requests that a broker may have in hand from one connection and still keep an idempotent producer's order: its limit is five. */
const maxInFlight = 5;

/** One connection to one broker. What goes wrong on it, a late answer included, ends it: whoever needs it opens another. */
export class NodeLink {
  readonly #connection: Connection;

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @throws Error: it can't be reached. */
  static async open(address: Address, clientId: string, network: Network): Promise<NodeLink> {
    const connection = new Connection(clientId, {
      connectTimeout: connectionTimeoutMs,
      requestTimeout: requestTimeoutMs,
      maxInflights: maxInFlight,
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

  close(): void {
    this.#connection.close(() => undefined);
  }
}
