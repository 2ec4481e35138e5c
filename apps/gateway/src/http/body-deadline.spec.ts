import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { addBodyDeadline } from './deadlines.js';
import { answerOutsideRoutes, requestIdOf } from './client-error.js';
import './route-config.js';

const server = fastify({ genReqId: requestIdOf });
const ids: string[] = [];

beforeAll(async () => {
  answerOutsideRoutes(server.server);
  server.addHook('onRequest', async ({ id }) => void ids.push(id));
  addBodyDeadline(server, 50);
  server.addContentTypeParser('*', (_request, payload, done) => void text(payload).then((body) => done(null, body)));
  server.post('/short', ({ body }) => body);
  server.post('/long', { config: { longBody: true } }, ({ body }) => body);
  await server.listen();
});
afterAll(() => server.close());

/** Sends a request but for the end of its body. */
async function begun(path: string, ...headers: string[]): Promise<Socket> {
  const socket = connect((server.server.address() as AddressInfo).port, 'localhost');
  await once(socket, 'connect');
  const head = ['host: x', 'content-type: text/plain', 'content-length: 4', 'connection: close', ...headers];
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\nab`);
  return socket;
}

it('ends the connection of a late body with a 408, except for long uploads', async () => {
  const long = await begun('/long');
  const refused = await text(await begun('/short'));
  expect(refused).toMatch(/^HTTP\/1.1 408 .*"code":"request_timeout"/s);
  long.write('cd');
  expect(await text(long)).toMatch(/^HTTP\/1.1 200 .*abcd$/s);
});

it('sends the request id of the caller with the 408, else a generated one', async () => {
  expect(await text(await begun('/short', 'x-request-id: mine.1'))).toContain('\r\nx-request-id: mine.1\r\n');
  expect(await text(await begun('/short'))).toContain(`\r\nx-request-id: ${ids.at(-1)}\r\n`);
});
