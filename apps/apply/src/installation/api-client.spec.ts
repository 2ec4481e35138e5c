import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient, ApiError } from './api-client.js';

let server: Server;
let handler: RequestListener;
let client: ApiClient;
let attempts: number;

beforeEach(async () => {
  attempts = 0;
  server = createServer((request, response) => {
    attempts += 1;
    handler(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  client = new ApiClient(`http://127.0.0.1:${port}`, 'es_admin', { totalMs: 200, pauseMs: 1 });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const failure = () => client.send('GET', '/api/v1/x').catch((error: unknown) => error as ApiError);

describe('ApiClient', () => {
  it('fails at once when Retry-After exceeds its maximum wait', async () => {
    handler = (_request, response) => response.writeHead(503, { 'retry-after': '60' }).end('{}');
    expect(await failure()).toMatchObject({ status: 503 });
    expect(attempts).toBe(1);
  });

  it('does not retry a rejected request', async () => {
    handler = (_request, response) =>
      response.writeHead(400).end('{"error":{"message":"No.","code":"invalid_field","param":"key","type":"x"}}');
    expect(await failure()).toMatchObject({ message: 'No.', status: 400, code: 'invalid_field', param: 'key' });
    expect(attempts).toBe(1);
  });

  it('retries after a lost connection', async () => {
    handler = (request, response) => (attempts < 3 ? request.socket.destroy() : response.end('{"ok":true}'));
    expect(await client.send('POST', '/api/v1/x', {})).toEqual({ ok: true });
  });

  it('names the address that does not respond', async () => {
    handler = (request) => request.socket.destroy();
    expect(await failure()).toMatchObject({ code: 'unreachable', message: expect.stringMatching(/^http:\/\/127/) });
  });

  it('reports a response that is not from the interface as an error', async () => {
    handler = (_request, response) => response.writeHead(502).end('<html>');
    expect(await failure()).toMatchObject({ status: 502, code: 'unknown' });
  });
});
