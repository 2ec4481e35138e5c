import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stack } from '../support/stack.js';

const processes = join(stack().runDir, 'processes');

/** Every process that the stack has started, by its name. */
function pids(): { name: string; pid: number }[] {
  return readdirSync(processes)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(processes, file), 'utf8')) as { name: string; pid: number });
}

/** The addresses at which this machine listens, in the kernel's hexadecimal, by the inode of the socket. */
function listening(): Map<string, string> {
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(1));
  const columns = rows.map((row) => row.trim().split(/\s+/));
  // 0A is LISTEN.
  return new Map(
    columns.flatMap(([, local = '', , state, , , , , , inode = '']) => (state === '0A' ? [[inode, local]] : [])),
  );
}

/** 127.0.0.1, the same as an IPv6 address, and ::1. */
const loopback = /^(0100007F|0000000000000000FFFF00000100007F|00000000000000000000000001000000):/;

// The kernel says it in this way on Linux alone.
(process.platform === 'linux' ? describe : describe.skip)('npm start', () => {
  it('listens only on the loopback address, with every server and process', () => {
    const sockets = listening();
    const found = pids().flatMap(({ name, pid }) => {
      const open = readdirSync(`/proc/${pid}/fd`).map((fd) => {
        try {
          return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
        } catch {
          // Closed since it was listed.
          return undefined;
        }
      });
      return [...new Set(open)]
        .flatMap((inode) => sockets.get(inode ?? '') ?? [])
        .map((address) => ({ name, address }));
    });
    const names = new Set(found.map(({ name }) => name));
    for (const server of ['kafka', 'postgres', 'minio', 'gateway-0', 'inference-0', 'storage-0'])
      expect(names).toContain(server);
    expect(found.filter(({ name }) => name === 'kafka').length).toBeGreaterThanOrEqual(3);
    expect(found.filter(({ address }) => !loopback.test(address))).toEqual([]);
  });

  it('keeps its data unreadable for other users of the machine', () => {
    const dataDir = dirname(stack().runDir);
    const mode = (file: string) => statSync(join(dataDir, file)).mode & 0o777;
    expect(mode('.') & 0o066).toBe(0);
    for (const folder of ['kafka', 'minio', 'log', 'run', 'postgres'])
      if (readdirSync(dataDir).includes(folder))
        expect({ folder, others: mode(folder) & 0o077 }).toEqual({ folder, others: 0 });
    expect(mode('kafka/server.properties')).toBe(0o600);
    for (const file of readdirSync(join(dataDir, 'kafka/clients'))) expect(mode(`kafka/clients/${file}`)).toBe(0o600);
  });
});
