import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { services } from './stack.js';
import { until } from './until.js';

const execute = promisify(execFile);

/** Longer than a rollout of everything on two busy cores. */
const timeoutMs = 20 * 60_000;

/** How long replaced pods may take to become ready. */
const rolloutTimeoutMs = 10 * 60_000;

/** What infra/local/testing/cluster-installation.mjs tells. */
interface Cluster {
  readonly namespace: string;
  /** Arguments of helm that install or upgrade the servers, and the revision under test. */
  readonly servers: readonly string[];
  readonly earshot: readonly string[];
  /** Image of the jobs. */
  readonly image: string;
}

/** @throws Error where the tests run without a cluster. */
export function cluster(): Cluster {
  const value = process.env['EARSHOT_CLUSTER'];
  if (!value) throw new Error("EARSHOT_CLUSTER is not set: run these tests with 'npm test -- cluster'.");
  return JSON.parse(value) as Cluster;
}

/** Runs kubectl in the namespace. @returns what it printed. @throws Error with what it printed where it fails. */
export async function kubectl(...args: readonly string[]): Promise<string> {
  const { stdout } = await execute('kubectl', ['--namespace', cluster().namespace, ...args], { timeout: timeoutMs });
  return stdout;
}

/** Runs helm. @throws Error with what it printed where it fails. */
export async function helm(...args: readonly string[]): Promise<void> {
  await execute('helm', [...args], { timeout: timeoutMs });
}

/** Replaces the pods of a service one by one; resolves once all are ready. */
export async function roll(service: string): Promise<void> {
  await kubectl('rollout', 'restart', deploymentOf(service));
  await isRolledOut(service);
}

/** Changes the number of pods of the services; resolves once all are ready. */
export async function scale(replicas: number): Promise<void> {
  await kubectl('scale', `--replicas=${replicas}`, ...services.map(deploymentOf));
  for (const name of services) await isRolledOut(name);
}

const deploymentOf = (service: string) => `deployment/earshot-${service}`;

/** Resolves once all pods of a service are new and ready. */
async function isRolledOut(service: string): Promise<void> {
  await kubectl('rollout', 'status', deploymentOf(service), '--timeout=10m');
}

/** Kills one pod of a service or server without a grace period; resolves once another one is ready. */
export async function killPod(component: string): Promise<void> {
  const before = await podsOf(component);
  const pod = before.find(({ isReady }) => isReady);
  if (pod === undefined) throw new Error(`No pod of ${component} is ready.`);
  await kubectl('delete', 'pod', pod.name, '--grace-period=0', '--force');
  const isReplaced = (now: readonly Pod[]) =>
    now.length >= before.length && now.every(({ uid, isReady }) => uid !== pod.uid && isReady);
  await until(async () => isReplaced(await podsOf(component)), rolloutTimeoutMs, 1_000);
}

interface Pod {
  readonly name: string;
  readonly uid: string;
  readonly isReady: boolean;
}

/** The pods of a service or server, without those that are being deleted. */
async function podsOf(component: string): Promise<Pod[]> {
  const selector = `--selector=app.kubernetes.io/component=${component}`;
  const { items }: PodList = JSON.parse(await kubectl('get', 'pods', selector, '--output=json'));
  return items
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .map(({ metadata: { name, uid }, status: { conditions = [] } }) => ({
      ...{ name, uid },
      isReady: conditions.some(({ type, status }) => type === 'Ready' && status === 'True'),
    }));
}

/** What the tests read of a list of pods. */
interface PodList {
  readonly items: readonly {
    readonly metadata: { readonly name: string; readonly uid: string; readonly deletionTimestamp?: string };
    readonly status: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
  }[];
}

/** Whether a pod of a service can open a connection to a server. */
export async function reaches(service: string, host: string, port: number): Promise<boolean> {
  const script = `require('node:net').connect({ host: '${host}', port: ${port}, timeout: 5000 })
    .on('connect', () => process.exit(0)).on('timeout', () => process.exit(3)).on('error', () => process.exit(3))`;
  try {
    await kubectl('exec', deploymentOf(service), '--', 'node', '-e', script);
    return true;
  } catch (error) {
    if ((error as { code?: number }).code === 3) return false;
    throw error;
  }
}

/** Starts a pod that waits, with the settings of apps/backup; a folder of it keeps a backup. */
export async function startBackupPod(file: string): Promise<void> {
  const secret = (name: string, secretName: string, key: string) => ({
    name,
    valueFrom: { secretKeyRef: { name: secretName, key } },
  });
  const env = [
    { name: 'KAFKA_BROKERS', value: 'servers-kafka:9092' },
    { name: 'S3_ENDPOINT', value: 'http://servers-minio:9000' },
    { name: 'S3_BUCKET', value: 'earshot' },
    secret('S3_ACCESS_KEY', 'earshot-bucket', 'access-key'),
    secret('S3_SECRET_KEY', 'earshot-bucket', 'secret-key'),
    secret('DATABASE_ADMIN_URL', 'earshot-database-admin', 'admin-url'),
    secret('EARSHOT_SECRET_KEY', 'earshot-application', 'secret-key'),
  ];
  const container = {
    name: 'backup',
    image: cluster().image,
    imagePullPolicy: 'IfNotPresent',
    args: ['sleep', '7200'],
    env,
  };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    // By which the servers let it in (docs/guides/back-up-and-restore.md).
    metadata: { name: 'backup', labels: { 'app.kubernetes.io/name': 'earshot' } },
    spec: { restartPolicy: 'Never', terminationGracePeriodSeconds: 0, containers: [container] },
  };
  writeFileSync(file, JSON.stringify(pod));
  await kubectl('apply', '--filename', file);
  await kubectl('wait', 'pod/backup', '--for=condition=Ready', '--timeout=2m');
}

/** Runs a command of apps/backup in the pod. */
export async function backup(command: 'make' | 'restore'): Promise<void> {
  await kubectl('exec', 'backup', '--', 'node', 'apps/backup/dist/main.js', command, '/tmp/one');
}
