import { expect, it } from '@jest/globals';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dropBody } from './read-body.js';
import { dropIntervalMs } from './limits.js';

const mebibyte = 1_048_576;
const pieceBytes = 65_536;

it('answers rejected bodies at once and drops them at one rate for all connections', async () => {
  const ends: Promise<void>[] = [];
  const server = createServer((incoming, response) => {
    response.end('rejected');
    ends.push(new Promise((resolve) => incoming.once('end', resolve)));
    dropBody(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sinceMs = performance.now();
  const send = () =>
    new Promise<void>((resolve, reject) => {
      const call = request({ port, method: 'POST' }, (response) => response.resume().once('end', resolve));
      call.once('error', reject).end(Buffer.alloc(4 * mebibyte));
    });
  await Promise.all([send(), send()]);
  await Promise.all(ends);
  // Both connections may have one piece more than their share.
  expect(performance.now() - sinceMs).toBeGreaterThan(((8 * mebibyte) / pieceBytes - 2) * dropIntervalMs);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
