import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { answerMalformedHttp, answerOutsideRoutes, requestIdOf } from './client-error.js';

const server = fastify({
  requestTimeout: 50,
  http: { headersTimeout: 50, connectionsCheckingInterval: 10 },
  genReqId: requestIdOf,
  clientErrorHandler: answerMalformedHttp,
});
const ids: string[] = [];

beforeAll(async () => {
  answerOutsideRoutes(server.server);
  server.addHook('onRequest', async ({ id }) => void ids.push(id));
  server.get('/', () => 'served');
  server.post('/', () => 'served');
  await server.listen();
});
afterAll(() => server.close());

/** Sends bytes as they are, `later` once something has come, and gives back all that comes. */
async function answerTo(head: string[], rest: string, later?: string): Promise<string> {
  const socket = connect((server.server.address() as AddressInfo).port, 'localhost');
  await once(socket, 'connect');
  socket.write(`${head.join('\r\n')}\r\n\r\n${rest}`);
  if (later !== undefined) socket.once('data', () => socket.write(later));
  return await text(socket);
}

describe('an error outside the routes', () => {
  const post = ['POST / HTTP/1.1', 'host: x', 'content-type: application/json', 'transfer-encoding: chunked'];
  const own = 'x-request-id: mine.1';

  it.each([
    ['comes too slowly', '2\r\n{', /^HTTP\/1.1 408 Request Timeout\r\n/],
    ['is malformed', 'no chunk\r\n', /^HTTP\/1.1 400 Bad Request\r\n/],
  ])('of a request whose body %s has the id of that request', async (_, body, status) => {
    const given = await answerTo([...post, own], body);
    expect(given).toMatch(status);
    expect(given).toContain(`\r\n${own}\r\n`);
    expect(await answerTo(post, body)).toContain(`\r\nx-request-id: ${ids.at(-1)}\r\n`);
  });

  it('of CONNECT has the id of its request', async () => {
    const refused = await answerTo(['CONNECT x:80 HTTP/1.1', 'host: x', own], '');
    expect(refused).toMatch(/^HTTP\/1.1 405 Method Not Allowed\r\n/);
    expect(refused).toContain(`\r\n${own}\r\n`);
  });

  it('of bytes after an answered request has its own id', async () => {
    const [served, refused] = (await answerTo(['GET / HTTP/1.1', 'host: x', own], '', 'no HTTP\r\n\r\n')).split(
      'served',
    );
    expect(served).toMatch(/^HTTP\/1.1 200 /);
    expect(refused).toMatch(/^HTTP\/1.1 400 .*\r\nx-request-id: [0-9a-f-]{36}\r\n/s);
  });
});
