import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { EventStream, type EventSource } from './event-stream.js';
import { streamDrainMs, streamIdleMs } from './limits.js';

const unheld: EventSource = { hold: () => undefined, release: () => undefined };

let server: Server;
afterEach(() => {
  jest.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** What a client receives of the stream that the script writes, when it reads until the end. */
async function receivedOf(script: (stream: EventStream) => void, source = unheld): Promise<string> {
  server = createServer((incoming, raw) => {
    const reply = { raw, hijack: () => undefined, getHeaders: () => ({}) } as unknown as FastifyReply;
    script(new EventStream(reply, source));
    incoming.resume();
  }).listen(0);
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    request({ port, host: '127.0.0.1' }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('close', () => resolve(text)).on('error', () => undefined);
    })
      .on('error', () => resolve(''))
      .end();
  });
}

describe(EventStream.name, () => {
  it('keeps an idle stream alive with a comment, once it has begun', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    const text = await receivedOf((stream) => {
      jest.advanceTimersByTime(2 * streamIdleMs);
      stream.write('data: 1\n\n');
      jest.advanceTimersByTime(streamIdleMs - 1);
      stream.write('data: 2\n\n');
      jest.advanceTimersByTime(2 * streamIdleMs);
      stream.end('data: 3\n\n');
    });
    expect(text).toBe('data: 1\n\ndata: 2\n\n: keep-alive\n\n: keep-alive\n\ndata: 3\n\n');
  });

  it('holds up its source while much waits for its client, and lets it go on when that has read', async () => {
    const said: string[] = [];
    const source = { hold: () => said.push('hold'), release: () => said.push('release') };
    const text = await receivedOf((stream) => {
      stream.write('data: 1\n\n');
      stream.write(`data: ${'x'.repeat(1_000_000)}\n\n`);
      setTimeout(() => stream.end('data: 2\n\n'), 100);
    }, source);
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(said.slice(0, 2)).toEqual(['hold', 'release']);
  });

  it('gives up a client that leaves a full stream unread', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    const text = await receivedOf((stream) => {
      stream.write('data: 1\n\n');
      stream.write(`data: ${'x'.repeat(1_000_000)}\n\n`);
      jest.advanceTimersByTime(streamDrainMs);
    });
    expect(text.length).toBeLessThan(1_000_000);
  });
});
