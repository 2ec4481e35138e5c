import type { AddressInfo, Server } from 'node:net';
import { stack } from './stack.js';

/** Starts a server that the installation under test can reach. @returns its origin, for example `http://127.0.0.1:41234`. */
export async function listen(server: Server): Promise<string> {
  const { ownHost } = stack();
  // Hundreds may connect at once while this process is busy.
  await new Promise<void>((resolve) => server.listen(0, ownHost, 4_096, resolve));
  return `http://${ownHost}:${(server.address() as AddressInfo).port}`;
}
