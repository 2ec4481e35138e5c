import { once } from 'node:events';
import { createServer, request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { PartBody } from './part-body.js';

const limits = { minBytes: 1, maxBytes: 100, silenceMs: 100 };
const server = createServer();

beforeAll(() => once(server.listen(0), 'listening'));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A part whose sender has sent nothing of it. */
async function begun(): Promise<{ sender: ClientRequest; body: PartBody }> {
  const { port } = server.address() as AddressInfo;
  const sender = request({ port, method: 'POST', headers: { 'content-length': 4 } });
  sender.flushHeaders();
  const [raw] = (await once(server, 'request')) as [IncomingMessage];
  return { sender, body: new PartBody({ raw, headers: raw.headers } as FastifyRequest, limits) };
}

describe(PartBody.name, () => {
  it('that stalls is rejected, and its connection closed', async () => {
    const { sender, body } = await begun();
    sender.write('ab');
    const answered = once(sender, 'response');
    const read = async () => {
      for await (const piece of body.bytes()) expect(piece.toString()).toBe('ab');
    };
    await expect(read()).rejects.toMatchObject({ code: 'bad_request' });
    const [answer] = (await answered) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(408);
  });

  it('may take as long as its reader', async () => {
    const { sender, body } = await begun();
    sender.write('ab');
    let read = '';
    for await (const piece of body.bytes()) {
      if (read === '') sender.end('cd');
      read += piece.toString();
      await sleep(2 * limits.silenceMs);
    }
    expect([read, body.arrived().size]).toEqual(['abcd', 4]);
    sender.on('error', () => undefined).destroy();
  });
});
