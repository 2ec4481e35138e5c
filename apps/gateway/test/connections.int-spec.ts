import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { GatewayApp } from './gateway-app.js';

const gateway = new GatewayApp();
const most = 5;

// A gateway and the services behind it take seconds to start on a busy machine.
jest.setTimeout(60_000);

beforeAll(() => gateway.start({ maxConnectionsPerAddress: most }));
afterAll(() => gateway.stop());

const probe = 'GET /livez HTTP/1.1\r\nhost: a\r\n\r\n';

/** A connection from this address of the machine, which has all of 127.0.0.0/8. */
async function open(localAddress: string): Promise<Socket> {
  const { hostname, port } = new URL(gateway.address);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** What comes of a request on the connection: its status line, or that the gateway has closed it. */
function ask(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString().split('\r\n', 1)[0] as string));
    socket.once('close', () => resolve('closed'));
    socket.write(probe);
  });
}

/** Those that the client has closed count until the gateway has noticed. */
async function untilAnswered(localAddress: string): Promise<Socket> {
  for (;;) {
    const socket = await open(localAddress);
    if ((await ask(socket)) !== 'closed') return socket;
  }
}

describe('a client address', () => {
  const held: Socket[] = [];

  it('has a limited number of connections, and one more is closed', async () => {
    for (let at = 0; at < most; at += 1) {
      const socket = await open('127.0.0.2');
      expect(await ask(socket)).toBe('HTTP/1.1 200 OK');
      held.push(socket);
    }
    for (let at = 0; at < 3; at += 1) expect(await ask(await open('127.0.0.2'))).toBe('closed');
    for (const socket of held) expect(await ask(socket)).toBe('HTTP/1.1 200 OK');
  });

  it('at its limit takes no connection from another address', async () => {
    const socket = await open('127.0.0.3');
    expect(await ask(socket)).toBe('HTTP/1.1 200 OK');
    socket.destroy();
    const metrics = await (await gateway.fetch('/metrics', { key: null })).text();
    expect(metrics).toContain('earshot_http_connections_refused_total 3');
  });

  it('gets a connection back for each that ends, however it ends', async () => {
    held.pop()?.destroy();
    held.push(await untilAnswered('127.0.0.2'));
    held.pop()?.end();
    held.push(await untilAnswered('127.0.0.2'));
    held.pop()?.resetAndDestroy();
    held.push(await untilAnswered('127.0.0.2'));
    expect(await ask(await open('127.0.0.2'))).toBe('closed');
    for (const socket of held) socket.destroy();
  });
});
