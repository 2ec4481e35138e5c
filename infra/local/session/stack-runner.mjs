import { settingsOf } from '../environment.mjs';
import { ManagedProcess } from '../process/managed-process.mjs';
import { runCommand } from '../process/run-command.mjs';
import { inContainer } from '../servers/docker.mjs';
import { appLaunches } from './app-launches.mjs';

/** @typedef {import('../stack.mjs').Node} Node */
/** @typedef {import('./site.mjs').Site} Site */

const jobTimeoutMs = 120_000;

/** Starts nodes of the stack with their dependencies, and stops them in reverse order. */
export class StackRunner {
  #site;
  #nodes;
  #replicas;
  /** @type {Map<string, Promise<void>>} */
  #up = new Map();
  /** Processes of each node, in start order. @type {Map<string, ManagedProcess[]>} */
  #processes = new Map();
  /** Aborts pending starts. */
  #failed = new AbortController();
  #signal;

  /**
   * @param {Site} site
   * @param {readonly Node[]} nodes
   * @param {Record<string, number>} replicas 1 for services that are not named.
   * @param {AbortSignal} signal Aborts pending starts.
   */
  constructor(site, nodes, replicas, signal) {
    this.#site = site;
    this.#signal = AbortSignal.any([signal, this.#failed.signal]);
    this.#nodes = nodes.map((node) =>
      node.kind === 'server' && site.usesDocker ? { ...node, server: inContainer(node.server) } : node,
    );
    this.#replicas = replicas;
  }

  /**
   * Returns the servers that the given nodes need.
   *
   * @param {string[]} names
   * @returns {import('../stack.mjs').Server[]}
   */
  serversFor(names) {
    const selected = new Set(names.flatMap((name) => this.#withNeeds(name)));
    return this.#nodes.flatMap((node) => (node.kind === 'server' && selected.has(node.name) ? [node.server] : []));
  }

  /**
   * Starts the nodes and their dependencies. A failure aborts pending starts.
   *
   * @param {string[]} names
   */
  async bringUp(names) {
    try {
      await Promise.all(names.map((name) => this.#bringUp(name)));
    } catch (error) {
      const first = this.#signal.aborted ? this.#signal.reason : error;
      this.#failed.abort(first);
      throw first;
    }
  }

  /**
   * Sets the number of processes per service. Running services with another number stop, and restart at the next
   * bringUp().
   *
   * @param {Record<string, number>} replicas 1 for services that are not named.
   */
  async scale(replicas) {
    const changed = this.#nodes
      .toReversed()
      .filter(({ name }) => (replicas[name] ?? 1) !== (this.#replicas[name] ?? 1));
    this.#replicas = replicas;
    for (const { name } of changed) {
      await this.#up.get(name);
      await this.#stop(name);
      this.#up.delete(name);
    }
  }

  /**
   * Stops everything in reverse order and aborts pending starts. Services stop one by one, so that the gateway drains
   * while the others work; then all servers at once.
   */
  async stop() {
    this.#failed.abort(new Error('The stack was stopped.'));
    await Promise.allSettled(this.#up.values());
    const order = this.#nodes.toReversed().filter((node) => this.#processes.has(node.name));
    for (const node of order.filter((node) => node.kind === 'app')) await this.#stop(node.name);
    await Promise.all(order.filter((node) => node.kind === 'server').map((node) => this.#stop(node.name)));
  }

  /**
   * @param {string} name
   * @returns {Promise<void>}
   */
  #bringUp(name) {
    const begun = this.#up.get(name);
    if (begun) return begun;
    const up = this.#begin(this.#node(name));
    this.#up.set(name, up);
    return up;
  }

  /** @param {Node} node */
  async #begin(node) {
    await Promise.all(node.needs.map((need) => this.#bringUp(need)));
    this.#signal.throwIfAborted();
    if (node.kind === 'job') return this.#runJob(node);
    const since = performance.now();
    const processes = await this.#processesOf(node);
    this.#signal.throwIfAborted();
    this.#processes.set(node.name, processes);
    await Promise.all(processes.map((process) => process.start(this.#signal)));
    const replicas = node.kind === 'app' ? (this.#replicas[node.name] ?? 1) : processes.length;
    const count = replicas > 1 ? `, ${replicas} processes` : '';
    const label = node.kind === 'server' ? node.server.label : node.name;
    this.#site.console.log(`${label} is ready (${((performance.now() - since) / 1000).toFixed(1)} s${count})`);
  }

  /** @param {Exclude<Node, import('../stack.mjs').JobNode>} node */
  async #processesOf(node) {
    const launches =
      node.kind === 'server'
        ? await node.server.launches(this.#site, this.#signal)
        : await appLaunches(this.#site, node, this.#replicas[node.name] ?? 1);
    const { network } = this.#site;
    return launches.map(({ name, launch }) => {
      const host = node.kind === 'server' ? name : node.name;
      return new ManagedProcess(name, node.kind, network?.onHost(host, launch) ?? launch, this.#site);
    });
  }

  /** @param {import('../stack.mjs').JobNode} job */
  async #runJob(job) {
    const env = { ...(await settingsOf(this.#site, job.uses, job.service)), ...this.#site.compiledCode };
    const step = { name: job.name, command: 'node', args: job.args(this.#site), timeoutMs: jobTimeoutMs };
    await runCommand(this.#site.command(step, env), this.#site, this.#signal);
  }

  /** @param {string} name */
  async #stop(name) {
    await Promise.all((this.#processes.get(name) ?? []).map((process) => process.stop()));
    this.#processes.delete(name);
  }

  /** @param {string} name */
  #node(name) {
    const node = this.#nodes.find((candidate) => candidate.name === name);
    if (node === undefined) throw new Error(`Unknown node of the stack: ${name}.`);
    return node;
  }

  /**
   * @param {string} name
   * @returns {string[]}
   */
  #withNeeds(name) {
    return [name, ...this.#node(name).needs.flatMap((need) => this.#withNeeds(need))];
  }
}
