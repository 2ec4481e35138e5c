import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Tool, ToolEndpoint } from '@earshot/contracts-inference';
import { hostileServers, RawServer, written, type HostileServer } from '@earshot/storage-client/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { AddressPolicy, parseNetworks } from '../../outgoing/address-policy.js';
import { ToolCaller } from './tool-caller.js';
import { ToolHttp } from './tool-http.js';

/** Of a call that may be of no avail: what never ends or answers takes all of it. */
const shortTimeoutMs = 300;

/** Of a call that is to succeed, however busy the machine is. */
const longTimeoutMs = 20_000;

/** In which what a call has left behind would show: an error that nobody handles fails the test. */
const aftermathMs = 30;

/** What a model may not read: words of the network, of a client of it, or of this service's own code. */
const givenAway = /127\.0\.0\.1|ECONN|UND_ERR|socket|undici|terminated|fetch failed|at .*\.ts/i;

const never = new AbortController().signal;
const json = { contentType: 'application/json', body: '{"weather":"sunny"}' };

let shortTimeoutCaller: ToolCaller;
let longTimeoutCaller: ToolCaller;
let servers: RawServer[];

beforeEach(() => {
  servers = [];
  [shortTimeoutCaller, longTimeoutCaller] = [shortTimeoutMs, longTimeoutMs].map(callerOf) as [ToolCaller, ToolCaller];
});

afterEach(async () => {
  await sleep(aftermathMs);
  await Promise.all([shortTimeoutCaller.close(), longTimeoutCaller.close()]);
  await Promise.all(servers.map((server) => server.close()));
  await sleep(0);
});

async function listen(...script: Parameters<typeof RawServer.listen>): Promise<RawServer> {
  const server = await RawServer.listen(...script);
  servers.push(server);
  return server;
}

function callerOf(timeoutMs: number): ToolCaller {
  const http = new ToolHttp(new AddressPolicy(parseNetworks('127.0.0.1/32')));
  return new ToolCaller(http, { open: () => '{}' }, timeoutMs, { info: () => undefined });
}

const call = (caller: ToolCaller, endpoint: ToolEndpoint) =>
  caller.call({ id: 't', project_id: 'p', endpoint, sealed_headers: null } as Tool, { place: 'Rome' }, never);

describe('a call of an HTTP tool has a safe outcome, and leaves no error behind, for a server that', () => {
  it.each(hostileServers.map((server) => [server.name, server] as const))('%s', async (_, { onConnect, onRequest }) => {
    const server = await listen({ onConnect, onRequest: (socket) => onRequest?.(socket, json) });
    const methods = ['GET', 'POST'] as const;
    const calls = methods.map((method) =>
      call(shortTimeoutCaller, { kind: 'http', url: `${server.origin}/now`, method }),
    );
    for (const outcome of await Promise.all(calls)) if (outcome.failed) expect(outcome.text).not.toMatch(givenAway);
    const good = await listen({ onRequest: (socket) => socket.write(written(json)) });
    const outcome = await call(longTimeoutCaller, { kind: 'http', url: good.origin, method: 'GET' });
    expect(outcome).toEqual({ text: json.body, failed: false });
  });
});

it('a server that sends informational responses for ever is aborted at the timeout', async () => {
  const flood = hostileServers.find(({ name }) => name.startsWith('sends informational'))?.onRequest;
  const server = await listen({ onRequest: (socket) => flood?.(socket, json) });
  const outcome = await call(longTimeoutCaller, { kind: 'http', url: server.origin, method: 'GET' });
  expect(outcome).toEqual({ text: 'It cannot be reached, or did not complete its answer.', failed: true });
});

/** The requests of one call of an MCP tool, each with what it begins with or has in it. */
const requests = {
  initialize: /"method":"initialize"/,
  initialized: /"method":"notifications\/initialized"/,
  stream: /^GET /,
  call: /"method":"tools\/call"/,
  farewell: /^DELETE /,
};

type RequestName = keyof typeof requests;

const nameOf = (request: string) =>
  (Object.keys(requests) as RequestName[]).find((name) => requests[name].test(request)) ?? 'call';

function resultOf(request: string): string {
  const { id } = JSON.parse(request.slice(request.indexOf('\r\n\r\n') + 4)) as { id: number };
  const serverInfo = { name: 'raw', version: '1' };
  const results: Partial<Record<RequestName, object>> = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo },
    call: { content: [{ type: 'text', text: 'sunny' }] },
  };
  return JSON.stringify({ jsonrpc: '2.0', id, result: results[nameOf(request)] });
}

/** What servers without a stream of their own answer to a GET, as most do. */
const noStream = written(
  { contentType: 'application/json', body: '{"jsonrpc":"2.0","error":{"code":-32000,"message":"No."},"id":null}' },
  '405 Method Not Allowed',
);

/** A good answer to a request of MCP, whole or as a stream of one event. */
function answerTo(request: string, streams: boolean) {
  const name = nameOf(request);
  if (name !== 'initialize' && name !== 'call') return { contentType: 'application/json', body: '{}' };
  const body = resultOf(request);
  if (!streams) return { contentType: 'application/json', body };
  return { contentType: 'text/event-stream', body: `event: message\ndata: ${body}\n\n` };
}

/** An MCP server that is hostile to one of the requests, to all others good. */
function mcpServer(hostile: HostileServer | undefined, at: RequestName, streams: boolean): Promise<RawServer> {
  return listen({
    onRequest: (socket, request) => {
      const name = nameOf(request);
      if (name === at && hostile?.onRequest) hostile.onRequest(socket, answerTo(request, streams));
      else if (name === 'stream' || name === 'farewell') socket.write(noStream);
      else if (name === 'initialized') socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n');
      else socket.write(written(answerTo(request, streams), '200 OK', 'mcp-session-id: s'));
    },
  });
}

const mcp = async (server: RawServer, caller = longTimeoutCaller) =>
  call(caller, { kind: 'mcp', url: `${server.origin}/mcp`, tool: 'weather' });

describe.each([true, false])('an MCP tool (streamed: %s)', (streams) => {
  it('is called when its server answers a GET with 405 and a body, as specified', async () => {
    const server = await mcpServer(undefined, 'stream', streams);
    for (let calls = 0; calls < 20; calls += 1) expect(await mcp(server)).toEqual({ text: 'sunny', failed: false });
  });

  const hostile = hostileServers.filter(({ onRequest }) => onRequest !== undefined);
  describe('has a safe outcome, and leaves no error behind, whichever request goes to a server that', () => {
    it.each(hostile.map((server) => [server.name, server] as const))('%s', async (_, one) => {
      const awaited = (['initialize', 'initialized', 'call'] as const).map((name) => mcpServer(one, name, streams));
      const beside = (['stream', 'farewell'] as const).map((name) => mcpServer(one, name, streams));
      const outcomes = Promise.all(awaited.map(async (server) => mcp(await server, shortTimeoutCaller)));
      for (const server of beside) expect(await mcp(await server)).toEqual({ text: 'sunny', failed: false });
      for (const { failed, text } of await outcomes) if (failed) expect(text).not.toMatch(givenAway);
      expect(await mcp(await mcpServer(undefined, 'stream', streams))).toEqual({ text: 'sunny', failed: false });
    });
  });
});
