import type { Server, Socket } from 'node:net';
import { connectionsRejected } from './http.metrics.js';

/**
 * Closes connections above the limit of their address at once. IPv6 addresses with the same first 64 bits count as one.
 */
export function limitConnectionsPerAddress(server: Server, limit: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    // Already disconnected.
    if (socket.remoteAddress === undefined) return;
    const client = clientOf(socket.remoteAddress);
    const count = open.get(client) ?? 0;
    if (count >= limit) {
      connectionsRejected.inc();
      return void socket.destroy();
    }
    open.set(client, count + 1);
    socket.once('close', () => {
      const remaining = (open.get(client) ?? 0) - 1;
      if (remaining === 0) open.delete(client);
      else open.set(client, remaining);
    });
  });
}

/** Returns an IPv4 address, also if mapped to IPv6; else the first 64 bits. */
export function clientOf(address: string): string {
  const ipv4 = /^(?:::ffff:)?((?:\d+\.){3}\d+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const [head = '', tail] = address.split('%', 1)[0]!.split('::');
  const first = groupsOf(head);
  const last = groupsOf(tail ?? '');
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
