import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Connection } from './connection.mjs';

const request = Buffer.from('POST / HTTP/1.1\r\ncontent-length: 0\r\n\r\n');
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\ndata: \r\n4\r\n[D]\n\r\n0\r\n\r\n';
const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n{ }\n';

describe('a connection of the load client', () => {
  let server;
  let connection;
  afterEach(() => {
    connection.close();
    server.close();
  });

  /** A server that writes what answer() yields, each piece by itself, for each request. */
  async function answering(answer) {
    let served = 0;
    server = createServer({ noDelay: true }, (socket) => {
      socket.on('data', async () => {
        served += 1;
        for (const piece of answer(served, socket)) {
          socket.write(piece);
          await new Promise(setImmediate);
        }
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    connection = new Connection({ host: '127.0.0.1', port: server.address().port });
    return () => new Promise((resolve) => connection.send(request, resolve));
  }

  it.each([
    ['with a length', whole],
    ['in chunks', chunked],
    ['that is empty, in chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ])('finds the end of a response %s at any chunk boundary, and reuses the connection', async (_, text) => {
    const send = await answering((served) => (served === 1 ? [text] : [...text]));
    expect((await send()).error).toBeNull();
    expect((await send()).error).toBeNull();
    expect((await send()).error).toBeNull();
  });

  it('reports when the body began and its longest pause', async () => {
    const send = await answering(() => [...chunked]);
    const { firstByteMs, gapMs, totalMs } = await send();
    expect(firstByteMs).toBeGreaterThan(0);
    expect(gapMs).toBeGreaterThan(0);
    expect(totalMs).toBeGreaterThanOrEqual(firstByteMs + gapMs);
  });

  it('counts a status other than 200 as an error', async () => {
    const send = await answering(() => ['HTTP/1.1 503 Busy\r\nContent-Length: 2\r\n\r\nno']);
    expect((await send()).error).toBe('status 503');
  });

  it('counts a cut response as an error and reconnects', async () => {
    const send = await answering((served, socket) => {
      if (served > 1) return [whole];
      socket.end(chunked.slice(0, -3));
      return [];
    });
    expect((await send()).error).toBe('closed before the end');
    expect((await send()).error).toBeNull();
  });
});
