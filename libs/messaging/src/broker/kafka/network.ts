import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { serverName, type TlsOptions } from './security/kafka-security.js';
import { emitWholeResponses } from './whole-responses.js';
import { keepAliveMs } from '../../timing.js';

/** Address of a broker. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The network between a client and brokers; tests replace it to break connections. */
export interface Network {
  /** The address that a connection uses in place of the given one. */
  route(address: Address): Address;
  /** Called with every new socket, before it is connected. */
  opened(socket: Socket): void;
}

/** The unchanged network. */
export const plainNetwork: Network = { route: (address) => address, opened: () => undefined };

/**
 * The sockets of one kafkajs client. Some loops of kafkajs, such as the lookup of a group coordinator, connect again
 * after the client was disconnected. Such a connection would keep the process alive.
 */
export class ClientSockets {
  /** Open sockets with the address of their broker. */
  readonly #open = new Map<Socket, string>();
  #closed = false;

  /** @param tls undefined: connections are not encrypted. */
  constructor(
    private readonly network: Network,
    private readonly tls: TlsOptions | undefined,
  ) {}

  /** Opens a socket; it is destroyed at once if the client is closed. @param onConnect called once data can be sent. */
  open(address: Address, onConnect: () => void): Socket {
    const { host, port } = this.network.route(address);
    const socket =
      this.tls === undefined
        ? connectPlain({ host, port }, onConnect)
        : connectTls({ host, port, servername: serverName(address.host), ...this.tls }, onConnect);
    // With Nagle's algorithm a small request waits up to 40 ms for the acknowledgement of the previous one.
    socket.setNoDelay(true);
    socket.setKeepAlive(true, keepAliveMs);
    this.network.opened(socket);
    emitWholeResponses(socket);
    this.#open.set(socket, `${address.host}:${address.port}`);
    socket.once('close', () => this.#open.delete(socket));
    if (this.#closed) socket.destroy(clientClosed());
    return socket;
  }

  /** Destroys the open sockets of a broker. @param broker `host:port` */
  drop(broker: string): void {
    for (const [socket, address] of this.#open)
      if (address === broker) socket.destroy(new Error(`broker ${broker} did not answer`));
  }

  /** Destroys all open sockets. */
  close(): void {
    this.#closed = true;
    for (const socket of this.#open.keys()) socket.destroy(clientClosed());
  }
}

/** With an error kafkajs also clears the timers of the connection. */
function clientClosed(): Error {
  return new Error('the client is closed');
}

/** @param broker `host:port` */
export function addressOf(broker: string): Address {
  const colon = broker.lastIndexOf(':');
  return { host: broker.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(broker.slice(colon + 1)) };
}
