import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The URL that a server listens on. Nest's `getUrl` says 127.0.0.1 for all interfaces. */
export function listenAddress(server: Pick<Server, 'address'>): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
