import { once } from 'node:events';
import { Agent, createServer, get, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { drainHttp } from './drain-http.js';

/** A server whose answers wait to be ended, and a request to it that has arrived. */
async function serverWithRequest() {
  const server = createServer();
  const arrived = new Promise<ServerResponse>((resolve) => server.once('request', (_, answer) => resolve(answer)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const body = new Promise<string>((resolve) => {
    const request = get({ port, host: '127.0.0.1', agent: false, headers: { connection: 'keep-alive' } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('close', () => resolve(text));
    });
    request.on('error', () => resolve('cut'));
  });
  return { server, port, body, answer: await arrived };
}

describe(drainHttp.name, () => {
  it('rejects new connections, completes running requests, then closes keep-alive connections', async () => {
    const { server, port, body, answer } = await serverWithRequest();
    const drained = drainHttp(server, { graceMs: 60_000 });
    const refused = new Promise((resolve) => get({ port, host: '127.0.0.1' }).on('error', resolve));
    expect(await refused).toMatchObject({ code: 'ECONNREFUSED' });
    answer.end('whole');
    expect(await body).toBe('whole');
    await drained;
  });

  it('answers a request on an open connection, then closes it', async () => {
    const server = createServer((_, answer) => answer.end('whole'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<[string | undefined, boolean]>((resolve, reject) => {
        const request = get({ port, host: '127.0.0.1', agent }, (answer) => {
          answer.resume().on('end', () => resolve([answer.headers.connection, request.reusedSocket]));
        });
        request.on('error', reject);
      });
    expect(await ask()).toEqual(['keep-alive', false]);
    const drained = drainHttp(server, { graceMs: 60_000, lingerMs: 60_000 });
    expect(await ask()).toEqual(['close', true]);
    await drained;
  });

  it('closes a connection on which no request has come', async () => {
    const server = createServer({ connectionsCheckingInterval: 50 });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const accepted = once(server, 'connection');
    const spare = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
    await accepted;
    await drainHttp(server, { graceMs: 60_000 });
    spare.destroy();
  });

  it('aborts requests that exceed the grace period', async () => {
    const { server, body } = await serverWithRequest();
    await drainHttp(server, { graceMs: 10 });
    expect(await body).toBe('cut');
  });

  it('sends the end of responses that exceed the grace period', async () => {
    const { server, body, answer } = await serverWithRequest();
    await drainHttp(server, { graceMs: 10, onGraceExpired: () => void answer.end('over') });
    expect(await body).toBe('over');
  });

  it('ignores a server that never listened', async () => {
    await drainHttp(createServer(), { graceMs: 10 });
  });
});
