import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { AddressPolicy, parseNetworks } from '../../outgoing/address-policy.js';
import type { Resolve } from '../../outgoing/guarded-connector.js';
import { maxResponseBytes, ToolHttp } from './tool-http.js';

/** Answers the look-ups of one test, one after another; the last one goes on. */
let addresses: LookupAddress[][] = [];
const resolve: Resolve = (_hostname, _options, callback) => {
  const found = addresses.length > 1 ? addresses.shift() : addresses[0];
  callback(null, found ?? []);
};
const v4 = (address: string): LookupAddress => ({ address, family: 4 });

let server: http.Server;
let requestedPaths: string[];
let answer: http.RequestListener;
let tools: ToolHttp;
const opened: ToolHttp[] = [];
const never = new AbortController().signal;
const get = { method: 'GET', headers: {} } as const;

beforeEach(async () => {
  requestedPaths = [];
  answer = (_, response) => void response.end('here');
  server = http.createServer((request, response) => {
    requestedPaths.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  use('127.0.0.1/32');
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

function use(networks: string): void {
  tools = new ToolHttp(new AddressPolicy(parseNetworks(networks)), resolve);
  opened.push(tools);
}

function address(host: string): string {
  return `http://${host}:${(server.address() as AddressInfo).port}/`;
}

const refusal = 'EARSHOT_TOOLS_ALLOWED_NETWORKS';

describe('no connection is opened to a forbidden address', () => {
  it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '0'])(
    'written as %s',
    async (host) => {
      use('');
      await expect(tools.send(address(host), get, never)).rejects.toThrow(refusal);
      await expect(tools.fetch(address(host))).rejects.toThrow(refusal);
      expect(requestedPaths).toEqual([]);
    },
  );

  it('behind a name', async () => {
    use('');
    addresses = [[v4('127.0.0.1'), { address: '::1', family: 6 }]];
    await expect(tools.send(address('tool.example'), get, never)).rejects.toThrow(refusal);
    expect(requestedPaths).toEqual([]);
  });

  it('behind a name from its second look-up on: each connection is checked', async () => {
    addresses = [[v4('127.0.0.1')], [v4('127.0.0.2')]];
    answer = (_, response) => void response.setHeader('connection', 'close').end('here');
    expect(await tools.send(address('tool.example'), get, never)).toEqual({ status: 200, text: 'here' });
    await expect(tools.send(address('tool.example'), get, never)).rejects.toThrow(refusal);
    expect(requestedPaths).toHaveLength(1);
  });

  it('behind a name that also has a permitted address', async () => {
    addresses = [[v4('10.0.0.1'), v4('127.0.0.1')]];
    expect(await tools.send(address('tool.example'), get, never)).toMatchObject({ text: 'here' });
  });
});

it.each([301, 302, 303, 307, 308])('a redirect (%s) is not followed', async (status) => {
  answer = (_, response) => void response.writeHead(status, { location: '/elsewhere' }).end();
  await expect(tools.send(address('127.0.0.1'), get, never)).rejects.toThrow('redirect');
  await expect(tools.fetch(address('127.0.0.1'))).rejects.toThrow('redirect');
  expect(requestedPaths).toEqual(['/', '/']);
});

describe('a response', () => {
  it('is read up to its limit', async () => {
    answer = (_, response) => void response.end('x'.repeat(maxResponseBytes));
    expect((await tools.send(address('127.0.0.1'), get, never)).text).toHaveLength(maxResponseBytes);
    // Sent in pieces, so that nothing but counting tells.
    answer = (_, response) => {
      response.write('x'.repeat(maxResponseBytes));
      response.end('x');
    };
    await expect(tools.send(address('127.0.0.1'), get, never)).rejects.toThrow('has more than');
  });

  it('is rejected when it is compressed, because its unpacked size is unknown', async () => {
    answer = (_, response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync('x'));
    await expect(tools.send(address('127.0.0.1'), get, never)).rejects.toThrow('compressed');
  });

  it('ends with its caller, and throws the reason of the caller', async () => {
    const caller = new AbortController();
    const closed = new Promise((resolve) => (answer = (_, response) => response.on('close', resolve)));
    answer = ((script) => (request, response) => {
      script(request, response);
      caller.abort(new Error('gone'));
    })(answer);
    await expect(tools.send(address('127.0.0.1'), get, caller.signal)).rejects.toThrow('gone');
    await closed;
  });

  it('that is interrupted is reported without details of the network', async () => {
    answer = (_, response) => void response.socket?.destroy();
    await expect(tools.send(address('127.0.0.1'), get, never)).rejects.toThrow(
      /^It cannot be reached, or did not complete its answer\.$/,
    );
  });
});
