import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { serverName, type TlsOptions } from './security/kafka-security.js';
import { keepAliveMs } from '../../timing.js';

/** Where a broker is. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The network as connections to brokers find it; a test puts another in its place to break it. */
export interface Network {
  /** Where a connection really goes. */
  route(address: Address): Address;
  /** Told of every socket that was opened, before it is connected. */
  opened(socket: Socket): void;
}

/** The network as it is. */
export const plainNetwork: Network = { route: (address) => address, opened: () => undefined };

/**
 * A socket that does not wait for more to send: a small request would wait for the acknowledgement of the one before, up to 40 ms.
 *
 * @param tls undefined: not encrypted.
 * @param onConnect called once data can be sent.
 */
export function openSocket(
  network: Network,
  address: Address,
  tls: TlsOptions | undefined,
  onConnect: () => void,
): Socket {
  const { host, port } = network.route(address);
  const socket =
    tls === undefined
      ? connectPlain({ host, port }, onConnect)
      : connectTls({ host, port, servername: serverName(address.host), ...tls }, onConnect);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, keepAliveMs);
  network.opened(socket);
  return socket;
}

/** @param broker `host:port` */
export function addressOf(broker: string): Address {
  const colon = broker.lastIndexOf(':');
  return { host: broker.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(broker.slice(colon + 1)) };
}
