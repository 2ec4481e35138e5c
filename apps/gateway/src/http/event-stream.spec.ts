import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { FastifyReply } from 'fastify';
import { EventStream, type AnswerSource } from './event-stream.js';
import { streamDrainMs, streamIdleMs } from './limits.js';

const unheld: AnswerSource = { pause: () => undefined, resume: () => undefined };

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
  it('sends keep-alive comments on an idle stream after it has started', async () => {
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

  it('pauses its source while the client is slow, and resumes it', async () => {
    const said: string[] = [];
    const source = { pause: () => said.push('pause'), resume: () => said.push('resume') };
    const text = await receivedOf((stream) => {
      stream.write('data: 1\n\n');
      stream.write(`data: ${'x'.repeat(1_000_000)}\n\n`);
      setTimeout(() => stream.end('data: 2\n\n'), 100);
    }, source);
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(said.slice(0, 2)).toEqual(['pause', 'resume']);
  });

  it('disconnects a client that leaves a full stream unread', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    const text = await receivedOf((stream) => {
      stream.write('data: 1\n\n');
      stream.write(`data: ${'x'.repeat(1_000_000)}\n\n`);
      jest.advanceTimersByTime(streamDrainMs);
    });
    expect(text.length).toBeLessThan(1_000_000);
  });
});

/**
 * A connection that takes so many bytes a second, and like a socket tells of what it was given only once all of it is
 * taken.
 */
class Line extends Duplex {
  received = '';

  constructor(public bytesPerSecond: number) {
    super();
  }

  override _read(): void {
    // Requests are pushed.
  }

  override _writev(chunks: { chunk: Buffer }[], taken: () => void): void {
    if (this.bytesPerSecond === 0) return;
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk));
    const take = () => {
      if (this.destroyed) return;
      this.received += bytes.toString('latin1');
      taken();
    };
    setTimeout(take, (bytes.length / this.bytesPerSecond) * 1_000);
  }
}

describe(`${EventStream.name} over a slow line`, () => {
  const event = `data: ${'x'.repeat(3_000)}\n\n`;
  const textOf = ({ received }: Line) => received.replace(/\r\n[0-9a-f]+\r\n/g, '');
  const eventsIn = (line: Line) => textOf(line).split(event).length - 1;

  /** The streams that answer requests which come over the line at once. */
  async function streamsOver(line: Line, requests = 1): Promise<EventStream[]> {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
    const streams: EventStream[] = [];
    server = createServer((_incoming, raw) => {
      const reply = { raw, hijack: () => undefined, getHeaders: () => ({}) } as unknown as FastifyReply;
      streams.push(new EventStream(reply, unheld));
    });
    server.emit('connection', line);
    line.push('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(requests));
    await jest.advanceTimersByTimeAsync(1);
    return streams;
  }

  async function writeEachSecond(stream: EventStream | undefined, events: number): Promise<void> {
    for (let at = 0; at < events; at += 1) {
      stream?.write(event);
      await jest.advanceTimersByTimeAsync(1_000);
    }
  }

  it('reaches a slow client completely while that keeps reading', async () => {
    const line = new Line(2_000);
    const [stream] = await streamsOver(line);
    await writeEachSecond(stream, 90);
    stream?.end('data: [DONE]\n\n');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(eventsIn(line)).toBe(90);
    expect(textOf(line)).toMatch(/data: \[DONE\]\n\n\r\n$/);
  });

  it('reaches a client completely that drains an ended stream for minutes', async () => {
    const line = new Line(2_000);
    const [stream] = await streamsOver(line);
    stream?.write(event.repeat(200));
    stream?.end('data: [DONE]\n\n');
    await jest.advanceTimersByTimeAsync(330_000);
    expect(eventsIn(line)).toBe(200);
    expect(textOf(line)).toMatch(/data: \[DONE\]\n\n\r\n$/);
  });

  it.each(['goes on', 'has ended'])('is cut when its client stops reading while it %s', async (state) => {
    const line = new Line(2_000);
    const [stream] = await streamsOver(line);
    await writeEachSecond(stream, 60);
    line.bytesPerSecond = 0;
    if (state === 'has ended') stream?.end(event);
    // What the line has in hand it still takes.
    await jest.advanceTimersByTimeAsync(streamDrainMs - 1_000);
    expect(line.destroyed).toBe(false);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(line.destroyed).toBe(true);
  });

  it('waits for its turn on a connection, and then has its full timeout', async () => {
    const line = new Line(2_000);
    const [first, second] = await streamsOver(line, 2);
    second?.write(event.repeat(20));
    second?.end('data: [DONE]\n\n');
    await writeEachSecond(first, 60);
    first?.end('');
    await jest.advanceTimersByTimeAsync(150_000);
    expect(eventsIn(line)).toBe(80);
    expect(textOf(line)).toMatch(/data: \[DONE\]\n\n\r\n$/);
  });
});
