import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '@earshot/messaging/testing';
import { Client } from 'minio';
import { answersOk } from '../../local/process/probes.mjs';
import { minioProgram, quietSettings } from '../../local/servers/minio.mjs';
import { Ports } from '../../local/session/ports.mjs';
import { readSettings } from '../../local/settings.mjs';

/** Longer than four servers take to find each other on a busy machine. */
const readyWithinMs = 60_000;
const accessKey = 'earshot';
const secretKey = randomBytes(20).toString('hex');
/** Created at the start. */
export const bucket = 'earshot';

/** Address of the nodes; null where there is none: in a container MinIO waits for another one than loopback. */
export const nodesAddress = ((): string | null => {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outer = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  return outer ?? (existsSync('/.dockerenv') ? null : '127.0.0.1');
})();

/** MinIO on four nodes, each object split over all of them. Any three of them store, any two can be read. */
export class MinioNodes {
  readonly #dir = mkdtempSync(path.join(tmpdir(), 'earshot-minio-nodes-'));
  readonly #ports = new Ports(this.#dir);
  readonly #nodes = new Map<string, ChildProcess>();
  #addresses: ReadonlyMap<string, string> = new Map();

  /** A client that comes to the first node. */
  get client(): Client {
    const { hostname, port } = new URL(this.#addressOf('node-1'));
    return new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey });
  }

  async start(): Promise<void> {
    const names = ['node-1', 'node-2', 'node-3', 'node-4'];
    const addresses = new Map<string, string>();
    for (const name of names) addresses.set(name, `http://${nodesAddress}:${await this.#ports.choose(name)}`);
    this.#addresses = addresses;
    names.forEach((name) => this.launch(name));
    await Promise.all(names.map((name) => this.ready(name)));
    await this.client.makeBucket(bucket);
  }

  /** Starts a node. */
  launch(name: string): void {
    mkdirSync(this.#folderOf(name), { recursive: true });
    const drives = [...this.#addresses].map(([node, address]) => `${address}${this.#folderOf(node)}`);
    const args = ['server', '--quiet', '--address', new URL(this.#addressOf(name)).host, ...drives];
    const env = {
      HOME: this.#dir,
      MINIO_ROOT_USER: accessKey,
      MINIO_ROOT_PASSWORD: secretKey,
      ...quietSettings,
      // Accepts folders on the disk of the system.
      MINIO_CI_CD: 'on',
    };
    this.#nodes.set(name, spawn(binary(), args, { cwd: this.#dir, stdio: 'ignore', env }));
  }

  /** Resolves once a node can store. */
  async ready(name: string): Promise<void> {
    await until(() => answersOk(`${this.#addressOf(name)}/minio/health/cluster`), `${name} to store`, readyWithinMs);
  }

  async kill(name: string): Promise<void> {
    const node = this.#nodes.get(name);
    this.#nodes.delete(name);
    if (node === undefined || node.exitCode !== null) return;
    node.kill('SIGKILL');
    await once(node, 'exit');
  }

  async stop(): Promise<void> {
    for (const name of [...this.#nodes.keys()]) await this.kill(name);
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #addressOf(name: string): string {
    const address = this.#addresses.get(name);
    if (address === undefined) throw new Error(`There is no ${name}.`);
    return address;
  }

  #folderOf(name: string): string {
    return path.join(this.#dir, name);
  }
}

const binary = () => path.join(readSettings(process.env).settings.cacheDir, minioProgram);
