import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { migrate } from './migrate.js';

/** A server that refuses every session as PostgreSQL does: https://www.postgresql.org/docs/current/protocol.html */
function refusing(code: string, message: string): Server {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields])));
  });
}

async function listening(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const databaseAt = (port: number) => ({
  url: `postgres://earshot_notes:secret@127.0.0.1:${port}/earshot`,
  schema: 'notes',
  entities: [],
  migrations: [],
});

describe(migrate.name, () => {
  afterEach(() => void jest.restoreAllMocks());

  it('waits for a database that cannot be reached yet', async () => {
    const port = await freePort();
    const server = refusing('3D000', 'no such database');
    const printed = jest.spyOn(process.stderr, 'write').mockImplementation(() => {
      if (!server.listening) server.listen(port, '127.0.0.1');
      return true;
    });
    await expect(migrate(databaseAt(port))).rejects.toThrow('no such database');
    expect(printed).toHaveBeenCalledWith(expect.stringContaining('notes: the database cannot be reached'));
    expect(printed).not.toHaveBeenCalledWith(expect.stringContaining('secret'));
    await new Promise((resolve) => server.close(resolve));
  });

  it('fails with the last error after the deadline', async () => {
    await expect(migrate(databaseAt(await freePort()), 0)).rejects.toThrow('ECONNREFUSED');
  });

  it('does not wait where the database refuses the role', async () => {
    const server = refusing('28P01', 'password authentication failed');
    const printed = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await expect(migrate(databaseAt(await listening(server)))).rejects.toThrow('password authentication failed');
    expect(printed).not.toHaveBeenCalled();
    await new Promise((resolve) => server.close(resolve));
  });
});
