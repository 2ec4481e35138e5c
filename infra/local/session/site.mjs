import { existsSync } from 'node:fs';
import path from 'node:path';
import { Console } from '../process/console.mjs';
import { LogFiles } from '../process/log-files.mjs';
import { ProcessExits } from '../process/process-exits.mjs';
import { ProcessRecords } from '../process/process-records.mjs';
import { nodeCommand } from '../servers/programs.mjs';
import { dataLayout, inheritedEnvironment, root } from '../settings.mjs';
import { Ports } from './ports.mjs';
import { storedPasswords, storedSecret, linesOf, newApiKey, newSecretKey } from './secrets.mjs';

/** Database of all services. */
export const databaseName = 'earshot';
/** The one bucket. */
export const bucketName = 'earshot';

/**
 * Returns the name of what a broker has. The first broker's has no number, as in data of one broker.
 *
 * @param {string} base For example `kafka`.
 * @param {number} id Of the broker.
 */
export const nameOf = (base, id) => (id === 1 ? base : `${base}-${id}`);

/** A data directory with its paths, names, secrets and ports. */
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
    this.exits = new ProcessExits(this.layout.run);
    this.logs = new LogFiles(this.layout.log);
    this.ports = new Ports(this.layout.run);
    /** Whether servers run in containers; set before anything starts. */
    this.usesDocker = false;
    /** Network of hosts for the processes; null: all are on this machine's. Set before anything starts.
     * @type {import('../network/host-network.mjs').HostNetwork | null} */
    this.network = null;
    /** Number of Kafka brokers, that of the existing data; set before anything starts. */
    this.brokers = this.storedBrokers() || 1;
    this.#password = storedPasswords(this.layout.passwords);
  }

  /**
   * @param {string} owner For example `postgres` or `projects`.
   * @returns {string}
   */
  password(owner) {
    return this.#password(owner);
  }

  secretKey() {
    return storedSecret(this.layout.secretKey, newSecretKey);
  }

  /** @returns {Record<string, string>} Settings of processes that seal or open secrets. */
  secretKeys() {
    const accepted = linesOf(this.layout.acceptedSecretKeys).join(',');
    return { EARSHOT_SECRET_KEY: this.secretKey(), ...(accepted && { EARSHOT_SECRET_KEYS_ACCEPTED: accepted }) };
  }

  adminKey() {
    return this.settings.adminKey ?? storedSecret(this.layout.adminKey, newApiKey);
  }

  demoKey() {
    return storedSecret(this.layout.demoKey, newApiKey);
  }

  /**
   * Setting of a service or job that lets Node.js store compiled code: a start takes a third less CPU, and 10 to 20 MiB
   * more memory.
   */
  get compiledCode() {
    return { NODE_COMPILE_CACHE: this.layout.compiled };
  }

  /** @returns {number} How many brokers have data; 0 before the first start. */
  storedBrokers() {
    let id = 0;
    while (existsSync(this.brokerData(id + 1))) id += 1;
    return id;
  }

  /** @returns {number[]} */
  brokerIds() {
    return Array.from({ length: this.brokers }, (_, index) => index + 1);
  }

  /** @param {number} id Of a broker. */
  brokerData(id) {
    return path.join(this.layout.kafka, nameOf('data', id));
  }

  /**
   * @param {string} host Name of a server's process, or of a service.
   * @returns {string} The address that it listens on.
   */
  addressOf(host) {
    return this.network?.addressOf(host) ?? '127.0.0.1';
  }

  /**
   * @param {'kafka' | 'kafka-services'} listener
   * @returns {Promise<string>} Addresses of all brokers.
   */
  async brokersAt(listener) {
    const addresses = this.brokerIds().map(
      async (id) => `${this.addressOf(nameOf('kafka', id))}:${await this.ports.choose(nameOf(listener, id))}`,
    );
    return (await Promise.all(addresses)).join(',');
  }

  /** Addresses of the brokers for jobs and tests. */
  kafkaBrokers() {
    return this.brokersAt('kafka');
  }

  /**
   * @param {string} user
   * @param {string} owner Owner of the password.
   */
  async databaseUrl(user, owner) {
    const port = await this.ports.choose('postgres');
    return `postgres://${user}:${this.password(owner)}@${this.addressOf('postgres')}:${port}/${databaseName}`;
  }

  async bucketEndpoint() {
    return `http://${this.addressOf('minio')}:${await this.ports.choose('minio')}`;
  }

  /** Listen address of the gateway. */
  gatewayHost() {
    return this.network?.addressOf('gateway') ?? this.settings.host;
  }

  async gatewayPort() {
    return this.settings.port ?? (await this.ports.choose('gateway'));
  }

  /** The URL for clients. */
  async url() {
    const host = ['0.0.0.0', '::'].includes(this.gatewayHost()) ? '127.0.0.1' : this.gatewayHost();
    return `http://${host.includes(':') ? `[${host}]` : host}:${await this.gatewayPort()}`;
  }

  /**
   * Completes a command with directory, environment and Node.js.
   *
   * @param {import('../commands.mjs').Step} step
   * @param {Record<string, string>} [env] Added to the inherited environment.
   * @returns {import('../process/run-command.mjs').Command}
   */
  command(step, env = {}) {
    const command = step.command === 'node' ? nodeCommand(this.root) : step.command;
    return {
      name: step.name.replaceAll(' ', '-'),
      command,
      args: step.args,
      cwd: this.root,
      // Without a daemon, Nx leaves no background process; with its plugins in its own process, it starts sooner.
      env: { ...this.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NX_TUI: 'false', ...env },
      timeoutMs: step.timeoutMs,
    };
  }

  /**
   * @param {string} name Server name with version, so that versions never share files.
   * @returns {string} Path of its program.
   */
  cached(name) {
    return path.join(this.settings.cacheDir, name);
  }

  /**
   * Prepares a command that uses the servers of a running `npm start`.
   *
   * @returns {boolean} Whether Earshot runs.
   */
  attach() {
    this.ports.keep();
    return this.records.supervisor() !== null;
  }

  close() {
    this.logs.close();
  }
}
