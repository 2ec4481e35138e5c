import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createSocket } from 'node:dgram';
import path from 'node:path';
import { newEnvironment } from '../../docker/new-env.mjs';
import { runCommand } from '../process/run-command.mjs';
import { hasDockerEngine } from '../servers/docker.mjs';
import { outputOf } from '../servers/programs.mjs';
import { images as serverImages } from '../versions.mjs';
import { accessOf, applyPod, secretsOf, serversValues, valuesOf } from './cluster-manifests.mjs';
import { buildImages, builtImages, removeImages } from './container-images.mjs';
import { emptyFolders, hostVolumes, removeFolders } from './host-volumes.mjs';
import { checkOutPrevious } from './previous-revision.mjs';

/** @typedef {import('../session/site.mjs').Site} Site */
/** @typedef {import('./container-images.mjs').Revision} Revision */

const namespace = 'earshot-test';
const timeoutMs = 20 * 60_000;
const jobsImage = 'earshot-jobs:test-current';
const untested = 'The charts were NOT tested in a cluster:';

/**
 * The charts in a Kubernetes cluster whose nodes and pods reach this machine, and it them: `npm test -- cluster`. It
 * begins with the previous revision.
 */
export const clusterInstallation = {
  problem() {
    if (outputOf('kubectl', ['get', 'nodes', '--request-timeout=5s']) === null)
      return `${untested} kubectl reaches none. Create one (kind create cluster), or name it in KUBECONFIG.`;
    if (outputOf('helm', ['version']) === null) return `${untested} Helm 3 is missing.`;
    if (!hasDockerEngine()) return `${untested} no Docker engine answers, which builds the images.`;
    if (!process.env.EARSHOT_LOAD_IMAGES)
      return `${untested} EARSHOT_LOAD_IMAGES is not set, a command that loads images into the nodes: kind load docker-image.`;
    return null;
  },

  /**
   * Builds both revisions, and installs the previous one.
   *
   * @param {Site} site
   * @param {AbortSignal} signal
   */
  async acquire(site, signal) {
    const cluster = new Cluster(site, signal);
    mkdirSync(folderOf(site), { recursive: true });
    await cluster.remove();
    await checkOutPrevious(site, previousOf(site), signal);
    await buildImages(site, previousOf(site), signal);
    await cluster.loadImages();
    const env = newEnvironment();
    const host = await ownAddress();
    writeFileSync(fileOf(site, 'secrets'), JSON.stringify(env), { mode: 0o600 });
    writeFileSync(fileOf(site, 'values'), JSON.stringify(valuesOf(host)));
    writeFileSync(fileOf(site, 'servers'), JSON.stringify(serversValues));
    await cluster.kubectl('create', 'namespace', namespace);
    await cluster.apply([...secretsOf(env), ...accessOf(host)]);
    await cluster.addVolumes();
    site.console.log('cluster: installing the previous revision');
    await cluster.helm(serversArgs(site));
    await cluster.helm(earshotArgs(site, 'previous'));
    await cluster.runPod(applyPod(jobsImage, env));
  },

  /** @param {Site} site */
  async settings(site) {
    const env = JSON.parse(readFileSync(fileOf(site, 'secrets'), 'utf8'));
    const port = output('get', 'service', 'earshot-test', '--output=jsonpath={.spec.ports[0].nodePort}');
    return {
      EARSHOT_URL: `http://${nodeAddress()}:${port}`,
      EARSHOT_ADMIN_KEY: env.EARSHOT_ADMIN_KEY,
      EARSHOT_DEMO_KEY: env.EARSHOT_DEMO_KEY,
      EARSHOT_CACHE_DIR: site.settings.cacheDir,
      EARSHOT_TEST_HOST: await ownAddress(),
      EARSHOT_CLUSTER: JSON.stringify({
        namespace,
        servers: serversArgs(site),
        earshot: earshotArgs(site, 'current'),
        image: jobsImage,
      }),
    };
  },

  /**
   * Removes the installation.
   *
   * @param {Site} site
   * @param {AbortSignal} signal
   */
  async release(site, signal) {
    if (!existsSync(folderOf(site))) return;
    await new Cluster(site, signal).remove();
    removeImages();
    rmSync(folderOf(site), { recursive: true, force: true });
  },
};

/** Commands on the cluster. */
class Cluster {
  /**
   * @param {Site} site
   * @param {AbortSignal} signal
   */
  constructor(site, signal) {
    this.site = site;
    this.signal = signal;
  }

  /** @param {string[]} args */
  kubectl(...args) {
    return this.#run('kubectl', args);
  }

  /** @param {string[]} args */
  helm(args) {
    return this.#run('helm', args);
  }

  /** @param {object[]} items Manifests for the namespace. */
  async apply(items) {
    const file = fileOf(this.site, 'manifests');
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }), { mode: 0o600 });
    await this.kubectl('apply', '--namespace', namespace, '--filename', file);
    rmSync(file);
  }

  async loadImages() {
    this.site.console.log('cluster: loading the images');
    const servers = Object.values(serverImages);
    for (const name of servers)
      if (outputOf('docker', ['image', 'inspect', name]) === null) await this.#run('docker', ['pull', '--quiet', name]);
    await this.#run('sh', ['-c', `${process.env.EARSHOT_LOAD_IMAGES} ${[...builtImages(), ...servers].join(' ')}`]);
  }

  /** Where no default StorageClass makes volumes. */
  async addVolumes() {
    const classes = outputOf('kubectl', ['get', 'storageclass', '--output=yaml']) ?? '';
    if (classes.includes('storageclass.kubernetes.io/is-default-class: "true"')) return;
    await this.runPod(emptyFolders(jobsImage));
    await this.apply(hostVolumes);
  }

  async remove() {
    const hasVolumes = output('get', 'persistentvolume', '--selector=earshot-test', '--output=name') !== '';
    if (hasNamespace()) {
      // Servers that still run would write to the folders again.
      const options = ['--namespace', namespace, '--ignore-not-found', '--cascade=foreground', '--wait'];
      await this.helm(['uninstall', 'earshot', 'servers', ...options]);
      if (hasVolumes) await this.runPod(removeFolders(jobsImage));
    }
    await this.kubectl('delete', 'namespace', namespace, '--ignore-not-found', '--timeout=5m');
    await this.kubectl('delete', 'persistentvolume', '--selector=earshot-test', '--ignore-not-found');
  }

  /** @param {{ metadata: { name: string } }} pod Runs to its end, and is deleted. */
  async runPod(pod) {
    const { name } = pod.metadata;
    const remove = ['delete', '--namespace', namespace, 'pod', name];
    // One that failed would stay as it is.
    await this.kubectl(...remove, '--ignore-not-found');
    await this.apply([pod]);
    const done = '--for=jsonpath={.status.phase}=Succeeded';
    await this.kubectl('wait', '--namespace', namespace, done, `pod/${name}`, '--timeout=2m');
    await this.kubectl(...remove);
  }

  /**
   * @param {string} command
   * @param {string[]} args
   */
  #run(command, args) {
    return runCommand(this.site.command({ name: 'cluster', command, args, timeoutMs }), this.site, this.signal);
  }
}

/** @param {Site} site */
const folderOf = (site) => path.join(site.settings.dataDir, 'cluster');
/** @param {Site} site */
const previousOf = (site) => path.join(folderOf(site), 'previous');
/**
 * @param {Site} site
 * @param {string} name
 */
const fileOf = (site, name) => path.join(folderOf(site), `${name}.json`);

/** @param {Site} site */
const serversArgs = (site) => [
  ...installArgs('servers', path.join(site.root, 'infra/helm/earshot-servers')),
  ...['--values', fileOf(site, 'servers')],
];

/**
 * @param {Site} site
 * @param {Revision} revision
 */
function earshotArgs(site, revision) {
  const chart = path.join(revision === 'current' ? site.root : previousOf(site), 'infra/helm/earshot');
  const tag = `image.tag=test-${revision}`;
  return [...installArgs('earshot', chart), '--values', fileOf(site, 'values'), '--set', tag];
}

/**
 * @param {string} release
 * @param {string} chart
 */
const installArgs = (release, chart) => [
  ...['upgrade', '--install', release, chart, '--namespace', namespace, '--wait', '--timeout', '15m'],
];

/** @param {string[]} args */
function output(...args) {
  return outputOf('kubectl', ['--namespace', namespace, ...args])?.trim() ?? '';
}

const hasNamespace = () => outputOf('kubectl', ['get', 'namespace', namespace]) !== null;

/** Address of a node. */
function nodeAddress() {
  return output('get', 'nodes', '--output=jsonpath={.items[0].status.addresses[?(@.type=="InternalIP")].address}');
}

/** @returns {Promise<string>} Address of this machine in the network of the nodes. */
async function ownAddress() {
  const socket = createSocket('udp4');
  // Sends nothing: it only chooses the interface.
  await new Promise((resolve) => socket.connect(9, nodeAddress(), () => resolve(undefined)));
  const { address } = socket.address();
  socket.close();
  return address;
}
