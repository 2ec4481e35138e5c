import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { register } from 'prom-client';
import { addBodyDeadline } from './body-deadline.js';
import { answerOutsideRoutes } from './client-error.js';
import { closeQueuedAnswers } from './queued-answers.js';
import { addRequestMetrics } from './request-metrics.hook.js';

const server = fastify();
/** By route: resolves when the next request of it is counted. */
const counted = new Map<string, Promise<unknown>>();

beforeAll(async () => {
  answerOutsideRoutes(server.server);
  closeQueuedAnswers(server.server);
  addBodyDeadline(server, 50);
  addRequestMetrics(server);
  server.addHook('onRequest', async ({ url }, { raw }) => void counted.set(url, once(raw, 'close')));
  server.get('/whole', (_request, reply) => reply.status(202).send());
  server.post('/whole', ({ body }) => body);
  server.get('/begun', (_request, reply) => {
    reply.hijack().raw.writeHead(202).write('begun');
  });
  // What a handler has decided and nobody was told.
  server.get('/never', (_request, reply) => void reply.status(201).hijack());
  await server.listen();
});
beforeEach(() => register.resetMetrics());
afterAll(() => server.close());

async function sent(...heads: string[]): Promise<Socket> {
  const socket = connect((server.server.address() as AddressInfo).port, 'localhost');
  await once(socket, 'connect');
  socket.write(heads.map((head) => `${head}\r\nhost: x\r\n\r\n`).join(''));
  return socket;
}

/** The statuses that requests of the route were counted with. */
async function statuses(route: string): Promise<unknown[]> {
  await counted.get(route);
  const metric = await register.getSingleMetric('earshot_http_requests_total')?.get();
  return (
    metric?.values.filter(({ labels }) => labels.route === route).map(({ labels, value }) => [labels.status, value]) ??
    []
  );
}

describe('a request is counted', () => {
  it('with the status of its answer', async () => {
    await text(await sent('GET /whole HTTP/1.1\r\nconnection: close'));
    expect(await statuses('/whole')).toEqual([[202, 1]]);
  });

  it('with the status of an answer that has begun, when its client leaves', async () => {
    const socket = await sent('GET /begun HTTP/1.1');
    await once(socket, 'data');
    socket.destroy();
    expect(await statuses('/begun')).toEqual([[202, 1]]);
  });

  it('as the 408 that it is refused with when its body does not come', async () => {
    await text(await sent('POST /whole HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 4'));
    expect(await statuses('/whole')).toEqual([[408, 1]]);
  });

  it('as a 499 when its client leaves without an answer', async () => {
    const arrived = once(server.server, 'request');
    const socket = await sent('GET /never HTTP/1.1');
    await arrived;
    socket.destroy();
    expect(await statuses('/never')).toEqual([[499, 1]]);
  });

  it('as a 499 when its client leaves while its answer waits for the one before it', async () => {
    const socket = await sent('GET /begun HTTP/1.1', 'GET /whole HTTP/1.1');
    await once(socket, 'data');
    socket.destroy();
    expect(await statuses('/whole')).toEqual([[499, 1]]);
  });
});
