import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { listenAddress } from './listen-address.js';

describe(listenAddress.name, () => {
  it.each(['0.0.0.0', '127.0.0.1'])('is that of a server on %s', async (host) => {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(listenAddress(server)).toBe(`http://${host}:${port}`);
    await new Promise((resolve) => server.close(resolve));
  });

  it('has brackets for IPv6', () => {
    const address = () => ({ address: '::', family: 'IPv6', port: 8080 });
    expect(listenAddress({ address })).toBe('http://[::]:8080');
  });
});
