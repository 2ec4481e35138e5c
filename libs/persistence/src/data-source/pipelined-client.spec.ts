import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { PipelinedClient } from './pipelined-client.js';

/** A message of PostgreSQL: https://www.postgresql.org/docs/current/protocol-message-formats.html */
function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + length.length);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const authenticationOk = message('R', Buffer.alloc(4));
const readyForQuery = message('Z', Buffer.from('I'));
const fatal = message(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
);

describe(PipelinedClient.name, () => {
  let server: Server;
  let pool: pg.Pool;

  beforeEach(async () => {
    // PostgreSQL is killed while it accepts the connection: its farewell is read together with its welcome.
    server = createServer((socket) => {
      socket.once('data', () => socket.end(Buffer.concat([authenticationOk, readyForQuery, fatal])));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const options = { Client: PipelinedClient, host: '127.0.0.1', port, user: 'earshot', database: 'earshot' };
    // Its type knows clients without options only.
    pool = new pg.Pool(options as object);
  });

  afterEach(async () => {
    await pool.end();
    server.close();
  });

  it('rejects the next statement if the connection is lost before its user listens for errors', async () => {
    const client = await pool.connect();
    await expect(client.query('SELECT 1')).rejects.toThrow('not queryable');
    client.release();
    expect(pool.totalCount).toBe(0);
  });
});
