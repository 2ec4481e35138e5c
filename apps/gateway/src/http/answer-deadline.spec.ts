import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as passed } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { addResponseDeadline } from './deadlines.js';

const server = fastify();
const large = 'x'.repeat(32_000_000);

beforeAll(async () => {
  addResponseDeadline(server, 50);
  server.get('/large', () => large);
  server.get('/late', () => passed(200, 'late'));
  server.get('/later', () => passed(400, 'later'));
  await server.listen();
});
afterAll(() => server.close());

function sendRequests(...paths: string[]): Socket {
  const socket = connect((server.server.address() as AddressInfo).port, 'localhost');
  const last = paths.length - 1;
  paths.forEach((path, at) => {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: ${at === last ? 'close' : 'keep-alive'}\r\n\r\n`);
  });
  return socket;
}

it('closes the connection of a client that does not read its response', async () => {
  const accepted = once(server.server, 'connection') as Promise<[Socket]>;
  const client = sendRequests('/large').pause();
  const [socket] = await accepted;
  await once(socket, 'close');
  expect(socket.bytesWritten).toBeGreaterThan(0);
  client.destroy();
});

it('keeps the connection of a client that waits, also behind another response', async () => {
  expect(await text(sendRequests('/late'))).toMatch(/late$/);
  expect(await text(sendRequests('/late', '/later'))).toMatch(/late.*later$/s);
});
