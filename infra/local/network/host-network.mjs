import { networkInterfaces } from 'node:os';
import { ManagedProcess } from '../process/managed-process.mjs';
import { answersOk } from '../process/probes.mjs';
import { GoProgram } from '../servers/go-program.mjs';
import { nameOf } from '../session/site.mjs';
import { services } from '../stack.mjs';
import { addNamespace, inNamespace, missingForNamespaces, namespaceOf, removeNamespaces } from './namespaces.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */
/** @typedef {import('../process/managed-process.mjs').Launch} Launch */

const wire = new GoProgram('wire', 'infra/network/wire');

/** This machine: clients, model servers, jobs and probes. Its packets are neither delayed nor lost. */
const outside = 'outside';

/** The same packets are lost in each run with the same traffic. */
const seed = 1;

/** A network of hosts: network namespaces, one per server process and service, joined by infra/network/wire. */
export class HostNetwork {
  #site;
  #hosts;
  #network = freeNetwork();
  /** @type {ManagedProcess | null} */
  #wire = null;

  /** @param {Site} site */
  constructor(site) {
    this.#site = site;
    this.#hosts = [outside, 'postgres', ...site.brokerIds().map((id) => nameOf('kafka', id)), 'minio', ...services];
  }

  /**
   * @param {string} host
   * @returns {string}
   */
  addressOf(host) {
    const index = this.#hosts.indexOf(host);
    if (index < 0) throw new Error(`The network has no host ${host}. Hosts: ${this.#hosts.join(', ')}.`);
    return `${this.#network}.${index + 1}`;
  }

  /**
   * @param {string} host
   * @param {Launch} launch
   * @returns {Launch} The same process on this host.
   */
  onHost(host, launch) {
    return inNamespace(namespaceOf(this.#site.settings.dataDir, host), launch);
  }

  /**
   * Creates the hosts and starts the wire.
   *
   * @param {AbortSignal} signal
   */
  async open(signal) {
    const { dataDir } = this.#site.settings;
    removeNamespaces(dataDir);
    const inside = this.#hosts.slice(1).map((host) => ({ host, namespace: namespaceOf(dataDir, host) }));
    for (const { namespace } of inside) addNamespace(namespace);
    const hosts = [`${outside}=`, ...inside.map(({ host, namespace }) => `${host}=${namespace}`)];
    const port = await this.#site.ports.choose('wire');
    const url = `http://127.0.0.1:${port}`;
    const network = ['-listen', `127.0.0.1:${port}`, '-network', this.#network, '-seed', String(seed)];
    /** @type {Launch} */
    const launch = {
      command: wire.file(this.#site),
      args: [...network, ...hosts],
      cwd: this.#site.root,
      env: this.#site.env,
      url,
      stopSignal: 'SIGTERM',
      stopTimeoutMs: 5_000,
      isReady: () => answersOk(url),
    };
    this.#wire = new ManagedProcess('wire', 'server', launch, this.#site);
    await this.#wire.start(signal);
  }

  async close() {
    await this.#wire?.stop();
    removeNamespaces(this.#site.settings.dataDir);
  }

  /** @returns {Promise<Record<string, string>>} Settings of tests and benchmarks. */
  async settings() {
    return {
      EARSHOT_WIRE_URL: `http://127.0.0.1:${await this.#site.ports.choose('wire')}`,
      EARSHOT_TEST_HOST: this.addressOf(outside),
    };
  }
}

/** What suites and benchmarks on several hosts need besides: a network between the processes. */
export const hostNetwork = {
  /**
   * @param {Site} site
   * @returns {string | null}
   */
  problem(site) {
    const missing = [...missingForNamespaces(), ...(wire.isAvailable(site) ? [] : ['Go (https://go.dev/dl)'])];
    return missing.length === 0 ? null : `Nothing ran on several hosts. This machine lacks: ${missing.join(', ')}.`;
  },
  /**
   * Opens the network. supervise() closes it after everything on its hosts has stopped.
   *
   * @param {Site} site
   * @param {AbortSignal} signal
   */
  async acquire(site, signal) {
    await wire.build(site, signal);
    site.network = new HostNetwork(site);
    // Model servers and tools of tests are on this machine.
    const allowed = `${site.network.addressOf(outside)}/32`;
    site.env = {
      ...site.env,
      EARSHOT_TOOLS_ALLOWED_NETWORKS: allowed,
      EARSHOT_PROVIDERS_ALLOWED_NETWORKS: allowed,
    };
    await site.network.open(signal);
  },
  /** @param {Site} site */
  settings: async (site) => (await site.network?.settings()) ?? {},
};

/** @returns {string} First three bytes of addresses that this machine does not use, of the range for benchmarks (RFC 2544). */
function freeNetwork() {
  const used = Object.values(networkInterfaces()).flatMap(
    (addresses) => addresses?.map(({ address }) => address) ?? [],
  );
  for (let number = 0; number < 256; number += 1) {
    const network = `198.18.${number}`;
    if (!used.some((address) => address.startsWith(`${network}.`))) return network;
  }
  throw new Error('All networks of 198.18.0.0/16 are in use. Remove the devices of earlier runs: ip link.');
}
