import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { captureSpans } from '@earshot/telemetry/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { register } from 'prom-client';
import { recordRequests } from './response-status.js';
import { addBodyDeadline } from './deadlines.js';
import { answerOutsideRoutes } from './client-error.js';
import { closePipelinedResponses } from './pipelined-responses.js';
import { callOf } from './edge.hook.js';

const server = fastify();
/** By route: resolves when the next answer of it has closed. */
const closed = new Map<string, Promise<unknown>>();
const logged: { route: string; status: number | null; whole: boolean }[] = [];

beforeAll(async () => {
  answerOutsideRoutes(server.server);
  closePipelinedResponses(server.server);
  addBodyDeadline(server, 50);
  server.addHook('onRequest', async (request, reply) => void (request.call = callOf(request, reply)));
  recordRequests(server, { isLevelEnabled: () => true, debug: (line) => void logged.push(line as (typeof logged)[0]) });
  server.addHook('onRequest', async ({ url }, { raw }) => void closed.set(url, once(raw, 'close')));
  server.get('/whole', (_request, reply) => reply.status(202).send());
  server.post('/whole', ({ body }) => body);
  server.get('/begun', (_request, reply) => {
    reply.hijack().raw.writeHead(202).write('begun');
  });
  server.get('/readyz', (_request, reply) => reply.status(503).send());
  // What a handler has decided and nobody was told.
  server.get('/never', (_request, reply) => void reply.status(201).hijack());
  await server.listen();
});
afterEach(() => {
  register.resetMetrics();
  logged.length = 0;
});
afterAll(() => server.close());

const unanswered = { counted: [[499, 1]], logged: [[null, false]], traced: [[undefined, 'client_left']] };

async function sent(...heads: string[]): Promise<Socket> {
  const socket = connect((server.server.address() as AddressInfo).port, 'localhost');
  await once(socket, 'connect');
  socket.write(heads.map((head) => `${head}\r\nhost: x\r\n\r\n`).join(''));
  return socket;
}

/** What is counted, logged and traced of the request of a route that this makes. */
async function observed(route: string, ask: () => Promise<unknown>) {
  const { spans } = await captureSpans(process.env, async () => {
    await ask();
    await closed.get(route);
  });
  const metric = await register.getSingleMetric('earshot_http_requests_total')?.get();
  const counted = metric?.values.filter(({ labels }) => labels.route === route) ?? [];
  const traced = spans.map(({ attributes }) => attributes).filter((attributes) => attributes['http.route'] === route);
  return {
    counted: counted.map(({ labels, value }) => [labels.status, value]),
    logged: logged.filter((line) => line.route === route).map(({ status, whole }) => [status, whole]),
    traced: traced.map((attributes) => [attributes['http.response.status_code'], attributes['error.type']]),
  };
}

it('neither counts nor logs a probe, which is no request of a caller', async () => {
  const ask = async () => text(await sent('GET /readyz HTTP/1.1\r\nconnection: close'));
  expect(await observed('/readyz', ask)).toEqual({ counted: [], logged: [], traced: [] });
});

describe('a request is counted, logged and traced', () => {
  it('with the status of its response', async () => {
    const ask = async () => text(await sent('GET /whole HTTP/1.1\r\nconnection: close'));
    const whole = { counted: [[202, 1]], logged: [[202, true]], traced: [[202, undefined]] };
    expect(await observed('/whole', ask)).toEqual(whole);
  });

  it('with the status of a started response when the client disconnects', async () => {
    const ask = async () => {
      const socket = await sent('GET /begun HTTP/1.1');
      await once(socket, 'data');
      socket.destroy();
    };
    const begun = { counted: [[202, 1]], logged: [[202, false]], traced: [[202, 'client_left']] };
    expect(await observed('/begun', ask)).toEqual(begun);
  });

  it('as 408 when its body does not arrive', async () => {
    const ask = async () =>
      text(await sent('POST /whole HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 4'));
    const late = { counted: [[408, 1]], logged: [[408, true]], traced: [[408, undefined]] };
    expect(await observed('/whole', ask)).toEqual(late);
  });

  it('as 499 without a response when the client disconnects first', async () => {
    const ask = async () => {
      const arrived = once(server.server, 'request');
      const socket = await sent('GET /never HTTP/1.1');
      await arrived;
      socket.destroy();
    };
    expect(await observed('/never', ask)).toEqual(unanswered);
  });

  it('as 499 when the client disconnects while the response waits for an earlier one', async () => {
    const ask = async () => {
      const socket = await sent('GET /begun HTTP/1.1', 'GET /whole HTTP/1.1');
      await once(socket, 'data');
      socket.destroy();
    };
    expect(await observed('/whole', ask)).toEqual(unanswered);
  });
});
