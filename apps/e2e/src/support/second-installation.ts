import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stack } from './stack.js';

const root = join(import.meta.dirname, '../../../..');

/** A second installation with its own data, run with the commands of users. */
export class SecondInstallation {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'earshot-second-'));
  #port = 0;
  #running: ChildProcess | undefined;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Copies the secret key of the first installation and the key of its project `demo`. */
  async prepare(): Promise<void> {
    for (const key of ['secret-key', 'demo-key']) copyFileSync(join(firstDataDir(), key), join(this.dataDir, key));
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    await new Promise((resolve) => server.close(resolve));
  }

  /** Runs a command of infra/local, for this installation or for the first one. */
  async run(
    script: string,
    args: readonly string[],
    dataDir = this.dataDir,
  ): Promise<{ code: number; output: string }> {
    const command = this.#spawn(script, args, dataDir);
    let output = '';
    for (const stream of [command.stdout, command.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
    const [code] = (await once(command, 'close')) as [number];
    return { code, output: output };
  }

  /** `npm start`. @throws Error with what it printed where it ends instead. */
  async start(): Promise<void> {
    const command = this.#spawn('start.mjs', [], this.dataDir);
    this.#running = command;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      command.stdout?.on('data', (chunk) => {
        output += String(chunk);
        if (output.includes('Earshot answers at')) resolve();
      });
      command.once('exit', () => reject(new Error(output)));
    });
  }

  async remove(): Promise<void> {
    if (this.#running?.exitCode === null) {
      this.#running.kill('SIGTERM');
      await once(this.#running, 'exit');
    }
    await this.run('reset.mjs', []);
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  #spawn(script: string, args: readonly string[], dataDir: string): ChildProcess {
    const env = { ...process.env, EARSHOT_DATA_DIR: dataDir, PORT: String(this.#port), EARSHOT_ADMIN_KEY: '' };
    const file = join(root, 'infra/local', script);
    return spawn(process.execPath, [file, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  }
}

/** The data directory of the installation under test. */
export function firstDataDir(): string {
  return dirname(stack().runDir);
}
