import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { withRetries } from './retry.mjs';

/**
 * Connects to a port of this machine.
 *
 * @param {number} port
 */
async function connected(port) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
  return 'connected';
}

/** A port on which nothing listens. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe(withRetries.name, () => {
  it('repeats work until its server listens', async () => {
    const port = await freePort();
    const server = createServer((socket) => socket.destroy());
    let attempts = 0;
    const work = () => {
      attempts += 1;
      if (attempts === 2) server.listen(port, '127.0.0.1');
      return connected(port);
    };
    expect(await withRetries(work)).toBe('connected');
    expect(attempts).toBeGreaterThan(1);
    await new Promise((resolve) => server.close(resolve));
  });

  it('fails with the last error after the deadline', async () => {
    const port = await freePort();
    await expect(withRetries(() => connected(port), 10)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('does not repeat what fails for another reason', async () => {
    let attempts = 0;
    const work = () => Promise.reject(new Error(`attempt ${(attempts += 1)}`));
    await expect(withRetries(work)).rejects.toThrow('attempt 1');
  });
});
