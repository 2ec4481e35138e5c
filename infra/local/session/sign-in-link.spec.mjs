import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSignInLink } from './sign-in-link.mjs';

describe(createSignInLink.name, () => {
  /** @type {import('node:http').Server} */
  let server;
  let url = '';
  let answer = { status: 201, body: JSON.stringify({ url: 'http://127.0.0.1/console/#code=x' }) };
  /** @type {unknown[]} */
  let requests = [];

  beforeEach(async () => {
    requests = [];
    server = createServer(({ method, url: path, headers }, response) => {
      requests.push([method, path, headers.authorization]);
      response.writeHead(answer.status).end(answer.body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  });
  afterEach(() => {
    server.close();
  });

  it('returns the link for the key', async () => {
    expect(await createSignInLink(url, 'es_k')).toBe('http://127.0.0.1/console/#code=x');
    expect(requests).toEqual([['POST', '/api/v1/sign_in_links', 'Bearer es_k']]);
  });

  it('reports an unexpected response without the key', async () => {
    answer = { status: 401, body: '{}' };
    await expect(createSignInLink(url, 'es_k')).rejects.toThrow(`${url} answered 401 to a request for a sign-in link.`);
  });

  it('fails when no gateway listens', async () => {
    server.close();
    await expect(createSignInLink(url, 'es_k')).rejects.toThrow('ECONNREFUSED');
  });
});
