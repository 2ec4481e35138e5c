import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { until } from '@earshot/messaging/testing';
import pg from 'pg';
import { postgresAnswers } from '../../local/process/probes.mjs';
import { findBinaries } from '../../local/servers/postgres-binaries.mjs';
import { unprivilegedUser } from '../../local/servers/postgres-location.mjs';
import { Ports } from '../../local/session/ports.mjs';

const root = path.join(import.meta.dirname, '../../..');

/** Longer than a server takes to start or to promote on a busy machine. */
const readyWithinMs = 60_000;

/**
 * A primary, a standby that follows it synchronously, and an address that leads to the primary, as the `-rw` Service of
 * an operator does.
 */
export class PostgresPair {
  readonly #user = process.getuid?.() === 0 ? unprivilegedUser() : {};
  // PostgreSQL runs as another user than root, and has to reach it.
  readonly #dir = mkdtempSync('/var/tmp/earshot-postgres-pair-');
  readonly #ports = new Ports(this.#dir);
  readonly #bin: string;
  readonly #address: Server;
  readonly #connections = new Set<Socket>();
  readonly #servers = new Map<string, { process: ChildProcess; port: number }>();
  #leader = '';

  constructor() {
    this.#own(this.#dir);
    const binaries = findBinaries(root, { user: this.#user, dir: this.#dir });
    if (binaries === null) throw new Error('PostgreSQL is missing: run npm start once.');
    this.#bin = binaries.bin;
    this.#address = createServer((client) => this.#forward(client));
  }

  /** URL of the address. */
  get url(): string {
    return `postgres://postgres@127.0.0.1:${(this.#address.address() as AddressInfo).port}/postgres`;
  }

  async start(): Promise<void> {
    const primary = path.join(this.#dir, 'primary');
    await this.#run('initdb', ['-D', primary, '--username=postgres', '--auth=trust']);
    await this.#serve('primary');
    await this.#end('primary', 'SIGINT');
    const standby = path.join(this.#dir, 'standby');
    cpSync(primary, standby, { recursive: true });
    // PostgreSQL wants its folder for itself; cpSync does not keep the mode.
    chmodSync(standby, 0o700);
    writeFileSync(path.join(standby, 'standby.signal'), '');
    for (const file of readdirSync(standby, { recursive: true, encoding: 'utf8' })) this.#own(path.join(standby, file));
    this.#own(standby);
    await this.#serve('primary', ['-c', 'synchronous_standby_names=*']);
    const { port } = this.#server('primary');
    await this.#serve('standby', ['-c', `primary_conninfo=host=127.0.0.1 port=${port} user=postgres`]);
    this.#leader = 'primary';
    this.#address.listen(0, '127.0.0.1');
    await once(this.#address, 'listening');
  }

  /** Kills the primary, promotes the standby, and leads the address to it. */
  async failOver(): Promise<void> {
    await this.#end('primary', 'SIGKILL');
    this.#connections.forEach((connection) => connection.destroy());
    await this.#query('standby', 'select pg_promote()');
    this.#leader = 'standby';
  }

  async stop(): Promise<void> {
    this.#connections.forEach((connection) => connection.destroy());
    this.#address.close();
    for (const name of [...this.#servers.keys()]) await this.#end(name, 'SIGINT');
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #forward(client: Socket): void {
    const leader = this.#servers.get(this.#leader);
    if (leader === undefined) return void client.destroy();
    const server = connect(leader.port, '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#connections.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => void this.#connections.delete(one));
      one.pipe(other);
    }
  }

  async #serve(name: string, settings: string[] = []): Promise<void> {
    const port = await this.#ports.choose(name);
    const common = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=16MB'];
    const args = ['-D', path.join(this.#dir, name), ...common.flatMap((setting) => ['-c', setting]), ...settings];
    const options = { cwd: this.#dir, stdio: 'ignore', ...this.#user } as const;
    this.#servers.set(name, { process: spawn(path.join(this.#bin, 'postgres'), args, options), port });
    await until(() => postgresAnswers('127.0.0.1', port), `${name} to answer`, readyWithinMs);
  }

  async #end(name: string, signal: NodeJS.Signals): Promise<void> {
    const { process } = this.#server(name);
    this.#servers.delete(name);
    const exited = once(process, 'exit');
    process.kill(signal);
    await exited;
  }

  async #query(name: string, statement: string): Promise<void> {
    const client = new pg.Client(`postgres://postgres@127.0.0.1:${this.#server(name).port}/postgres`);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async #run(program: string, args: string[]): Promise<void> {
    const options = { cwd: this.#dir, timeout: readyWithinMs, ...this.#user };
    await promisify(execFile)(path.join(this.#bin, program), args, options);
  }

  #own(folder: string): void {
    const { uid, gid } = this.#user as { uid?: number; gid?: number };
    if (uid !== undefined) chownSync(folder, uid, gid ?? uid);
  }

  #server(name: string): { process: ChildProcess; port: number } {
    const server = this.#servers.get(name);
    if (server === undefined) throw new Error(`${name} does not run`);
    return server;
  }
}
