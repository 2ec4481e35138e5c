import { databaseServices } from '../environment.mjs';

/** Peer of network policies: everybody. */
const anyone = [{ ipBlock: { cidr: '0.0.0.0/0' } }];

/** Small, so that everything fits on one node with two cores. */
const small = (/** @type {string} */ memory) => ({
  requests: { cpu: '20m', memory: '128Mi' },
  limits: { cpu: '2', memory },
});

/**
 * The secrets of infra/helm/earshot/README.md.
 *
 * @param {Record<string, string>} env Secrets of an installation (infra/docker/new-env.mjs).
 */
export function secretsOf(env) {
  const password = (/** @type {string} */ owner) => env[`${owner.toUpperCase()}_PASSWORD`] ?? '';
  const server = 'servers-postgres:5432/earshot';
  const urls = databaseServices.map((name) => [
    `${name}-url`,
    `postgres://earshot_${name}:${password(name)}@${server}`,
  ]);
  const passwords = databaseServices.map((name) => [name, password(name)]);
  return [
    secret('application', { 'secret-key': env.EARSHOT_SECRET_KEY, 'admin-key': env.EARSHOT_ADMIN_KEY }),
    secret('database', Object.fromEntries(urls)),
    secret('database-admin', {
      password: password('postgres'),
      'admin-url': `postgres://postgres:${password('postgres')}@${server}`,
      'service-passwords': JSON.stringify(Object.fromEntries(passwords)),
    }),
    secret('bucket', { 'access-key': 'earshot-storage', 'secret-key': password('bucket') }),
    secret('bucket-admin', { 'access-key': 'earshot', 'secret-key': password('minio') }),
  ];
}

/**
 * @param {string} name
 * @param {Record<string, string | undefined>} stringData
 */
const secret = (name, stringData) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: `earshot-${name}` },
  stringData,
});

/**
 * What the tests need beside the chart: a port of each node for the gateway, and servers of the tests on any port of
 * their machine.
 *
 * @param {string} testHost
 */
export function accessOf(testHost) {
  return [
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'earshot-test' },
      spec: {
        type: 'NodePort',
        selector: { 'app.kubernetes.io/name': 'earshot', 'app.kubernetes.io/component': 'gateway' },
        ports: [{ port: 80, targetPort: 'http' }],
      },
    },
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'earshot-test' },
      spec: {
        podSelector: { matchLabels: { 'app.kubernetes.io/component': 'inference' } },
        policyTypes: ['Egress'],
        egress: [{ to: [{ ipBlock: { cidr: `${testHost}/32` } }] }],
      },
    },
  ];
}

/**
 * Values of the chart earshot.
 *
 * @param {string} testHost
 */
export function valuesOf(testHost) {
  // Some tests have models at 127.0.0.1 that nobody calls.
  const networks = `127.0.0.0/8,${testHost}/32`;
  const inference = { EARSHOT_PROVIDERS_ALLOWED_NETWORKS: networks, EARSHOT_TOOLS_ALLOWED_NETWORKS: networks };
  const services = ['gateway', ...databaseServices].map((name) => [
    name,
    { replicas: 2, resources: small('1Gi'), ...(name === 'inference' && { settings: inference }) },
  ]);
  return {
    autoscaling: { enabled: false },
    services: Object.fromEntries(services),
    networkPolicies: { clients: anyone },
  };
}

/**
 * A pod that creates the project `demo`.
 *
 * @param {string} image
 * @param {Record<string, string>} env Secrets of the installation.
 */
export function applyPod(image, { EARSHOT_ADMIN_KEY = '', EARSHOT_DEMO_KEY = '' }) {
  const settings = { EARSHOT_URL: 'http://earshot-gateway', EARSHOT_ADMIN_KEY, EARSHOT_DEMO_KEY };
  const container = {
    name: 'apply',
    image,
    imagePullPolicy: 'IfNotPresent',
    args: ['node', 'apps/apply/dist/main.js', 'earshot.yaml'],
    env: Object.entries(settings).map(([name, value]) => ({ name, value })),
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'apply' },
    spec: { restartPolicy: 'Never', containers: [container] },
  };
}

/** Values of the chart earshot-servers. */
export const serversValues = {
  kafka: { resources: { requests: { cpu: '20m', memory: '512Mi' }, limits: { cpu: '2', memory: '1Gi' } } },
  postgres: { resources: small('2Gi') },
  minio: { resources: small('1Gi') },
};
