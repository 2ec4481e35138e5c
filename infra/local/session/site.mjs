import path from 'node:path';
import { Console } from '../process/console.mjs';
import { LogFiles } from '../process/log-files.mjs';
import { ProcessEnds } from '../process/process-ends.mjs';
import { ProcessRecords } from '../process/process-records.mjs';
import { nodeCommand } from '../servers/programs.mjs';
import { dataLayout, inheritedEnvironment, root } from '../settings.mjs';
import { Ports } from './ports.mjs';
import { keptPasswords, keptSecret, linesOf, newApiKey, newSecretKey } from './secrets.mjs';

/** The database of all services. */
export const databaseName = 'earshot';
/** The one bucket. */
export const bucketName = 'earshot';

/** One data directory with what lies in it: where things are, what they are called, which secrets and ports they use. */
export class Site {
  #password;

  /**
   * @param {import('../settings.mjs').Settings} settings
   * @param {NodeJS.ProcessEnv} env The caller's environment.
   * @param {Console} [console]
   */
  constructor(settings, env, console = new Console(process.stdout)) {
    this.root = root;
    this.settings = settings;
    this.layout = dataLayout(settings.dataDir);
    this.env = inheritedEnvironment(env);
    this.console = console;
    this.records = new ProcessRecords(this.layout.run);
    this.ends = new ProcessEnds(this.layout.run);
    this.logs = new LogFiles(this.layout.log);
    this.ports = new Ports(this.layout.run);
    /** Whether the servers run in containers; decided once, before anything is started. */
    this.usesDocker = false;
    this.#password = keptPasswords(this.layout.passwords);
  }

  /**
   * @param {string} owner For example `postgres` or `projects`.
   * @returns {string}
   */
  password(owner) {
    return this.#password(owner);
  }

  secretKey() {
    return keptSecret(this.layout.secretKey, newSecretKey);
  }

  /** @returns {Record<string, string>} What a process that seals or opens secrets is given. */
  secretKeys() {
    const accepted = linesOf(this.layout.acceptedSecretKeys).join(',');
    return { EARSHOT_SECRET_KEY: this.secretKey(), ...(accepted && { EARSHOT_SECRET_KEYS_ACCEPTED: accepted }) };
  }

  adminKey() {
    return this.settings.adminKey ?? keptSecret(this.layout.adminKey, newApiKey);
  }

  demoKey() {
    return keptSecret(this.layout.demoKey, newApiKey);
  }

  async kafkaBrokers() {
    return `127.0.0.1:${await this.ports.choose('kafka')}`;
  }

  /**
   * @param {string} user
   * @param {string} owner Whose password.
   */
  async databaseUrl(user, owner) {
    const port = await this.ports.choose('postgres');
    return `postgres://${user}:${this.password(owner)}@127.0.0.1:${port}/${databaseName}`;
  }

  async bucketEndpoint() {
    return `http://127.0.0.1:${await this.ports.choose('minio')}`;
  }

  async gatewayPort() {
    return this.settings.port ?? (await this.ports.choose('gateway'));
  }

  /** The address that is given to clients. */
  async url() {
    const host = ['0.0.0.0', '::'].includes(this.settings.host) ? '127.0.0.1' : this.settings.host;
    return `http://${host.includes(':') ? `[${host}]` : host}:${await this.gatewayPort()}`;
  }

  /**
   * A command of the preparation.
   *
   * @param {import('../commands.mjs').Step} step
   * @param {Record<string, string>} [env] Beside what every command inherits.
   * @returns {import('../process/run-command.mjs').Command}
   */
  command(step, env = {}) {
    const command = step.command === 'node' ? nodeCommand(this.root) : step.command;
    return {
      name: step.name.replaceAll(' ', '-'),
      command,
      args: step.args,
      cwd: this.root,
      // Nx would leave a background process behind, and show its progress to nobody.
      env: { ...this.env, NX_DAEMON: 'false', NX_TUI: 'false', ...env },
      timeoutMs: step.timeoutMs,
    };
  }

  /**
   * @param {string} name A server with its version, so that another version never meets the files of this one.
   * @returns {string} Where its program lies.
   */
  cached(name) {
    return path.join(this.settings.cacheDir, name);
  }

  /**
   * For a command beside what `npm start` runs, which uses its servers.
   *
   * @returns {boolean} Whether something runs.
   */
  attach() {
    this.ports.keep();
    return this.records.supervisor() !== null;
  }

  close() {
    this.logs.close();
  }
}
