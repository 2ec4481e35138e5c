import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { Api } from './api.mjs';

describe('requests of the upload command', () => {
  const servers = [];
  afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((closed) => server.close(closed)))));

  async function listen(handler) {
    const server = createServer(handler);
    servers.push(server);
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${server.address().port}`;
  }

  const apiOf = (url) => new Api({ url, apiKey: 'es_x', signal: new AbortController().signal });

  it('fail without a retry when nothing listens, and name the address and its setting', async () => {
    const url = await listen(() => undefined);
    await new Promise((closed) => servers.pop().close(closed));
    const failure = apiOf(url).request('GET', '/');
    await expect(failure).rejects.toThrow(`Nothing listens at ${url}.`);
    await expect(failure).rejects.toThrow('EARSHOT_URL');
  });

  it('fail without a retry when the address cannot be used', async () => {
    await expect(apiOf('http://127.0.0.1:9').request('GET', '/')).rejects.toThrow('cannot be reached: bad port');
  });

  it('are retried when a connection breaks', async () => {
    let requests = 0;
    const url = await listen((request, response) => {
      requests += 1;
      if (requests === 2) request.socket.destroy();
      else response.end(JSON.stringify({ requests }));
    });
    const api = apiOf(url);
    expect(await api.request('GET', '/')).toEqual({ requests: 1 });
    expect(await api.request('GET', '/')).toEqual({ requests: 3 });
  });

  it('carry the API key and report the error of the installation', async () => {
    const url = await listen((request, response) => {
      response.writeHead(403);
      response.end(JSON.stringify({ error: { code: 'permission_missing', message: request.headers.authorization } }));
    });
    await expect(apiOf(url).request('GET', '/')).rejects.toThrow('Bearer es_x (403 permission_missing)');
  });
});
