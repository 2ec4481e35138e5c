import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { publicPaths } from '../../../apps/gateway/src/http/request-guards.js';
import { cases } from './cases.mjs';
import { ofKind } from './manifests.mjs';
import { render } from './render.mjs';

/** @type {[what: string, values: object, named: string][]} */
const wrong = [
  ['an unknown key', { autoscalling: {} }, 'autoscalling'],
  ['an unknown nested key', { services: { gateway: { replica: 2 } } }, 'replica'],
  ['an unknown service', { services: { billing: {} } }, 'billing'],
  [
    'a setting that the service does not read',
    { services: { gateway: { settings: { EARSHOT_QUEUE_LIMIT: '1' } } } },
    'EARSHOT_QUEUE_LIMIT',
  ],
  [
    'a setting that is not a string',
    { services: { inference: { settings: { EARSHOT_QUEUE_LIMIT: 1 } } } },
    'EARSHOT_QUEUE_LIMIT',
  ],
  ['more processes than partitions', { services: { inference: { autoscaling: { maxReplicas: 13 } } } }, 'maxReplicas'],
  ['a broker without a port', { kafka: { brokers: 'kafka.example' } }, 'brokers'],
  ['an invalid secret name', { secrets: { kafka: 'Kafka client' } }, 'secrets/kafka'],
  ['an S3 address with a path', { s3: { endpoint: 'https://s3.example/bucket' } }, 'endpoint'],
  [
    'no peers for Kafka, which would open it to all',
    { networkPolicies: { kafka: { to: [] } } },
    'networkPolicies/kafka/to',
  ],
  ['a grace period shorter than the drain', { drain: { processSeconds: 20 } }, 'processSeconds'],
  [
    'an immediate scale-down',
    { autoscaling: { behavior: { scaleDown: { stabilizationWindowSeconds: 0 } } } },
    'stabilizationWindowSeconds',
  ],
  [
    'KEDA without access to brokers that require TLS or SASL',
    { autoscaling: { keda: true }, secrets: { kafka: 'kafka-client' } },
    'kedaAuthentication',
  ],
  ['containers without limits', { services: { gateway: { resources: { limits: null } } } }, 'resources'],
  ['a route without a gateway', { httpRoute: { enabled: true } }, 'parentRefs'],
];

describe('values', () => {
  it.each(wrong)('are rejected with %s', (name, values, named) => {
    const [outcome] = render([{ name, chart: 'earshot', release: 'earshot', values }]);
    expect(outcome?.error).toContain(named);
    expect(outcome?.manifests).toEqual([]);
  });

  it('are rejected by the chart earshot-servers too', () => {
    const [outcome] = render([
      { name: 'wrong', chart: 'earshot-servers', release: 'servers', values: { kafka: { replicas: 2 } } },
    ]);
    expect(outcome?.error).toContain('replicas');
  });

  it('report what was installed, and mark servers for evaluation', () => {
    const notes = Object.fromEntries(render(cases).map((one) => [one.name, one.notes]));
    expect(notes['as it stands']).toContain('EVALUATION ONLY');
    expect(notes['everything outside']).not.toContain('EVALUATION');
    expect(notes['with every way in']).toContain('https://ai.example/api/v1');
    expect(notes['the servers']).toContain('EVALUATION ONLY');
    expect(notes['the servers']).toContain('no replication');
  });
});

describe('the trial servers', () => {
  it('give PostgreSQL the shared memory for parallel queries that it has in Compose', () => {
    const [servers] = render(cases.filter(({ name }) => name === 'the servers'));
    const postgres = ofKind(servers?.manifests ?? [], 'StatefulSet').find(
      ({ metadata }) => metadata.name === 'servers-postgres',
    );
    const { containers, volumes } = postgres.spec.template.spec;
    const mount = containers[0].volumeMounts.find((/** @type {any} */ one) => one.mountPath === '/dev/shm');
    const volume = volumes.find((/** @type {any} */ { name }) => name === mount.name);
    expect(volume.emptyDir).toEqual({ medium: 'Memory', sizeLimit: '256Mi' });
  });
});

/** First segments of what the gateway's controllers serve, as `/api`. */
function rootsOfTheGateway() {
  const folder = path.join(import.meta.dirname, '../../../apps/gateway/src');
  const sources = globSync('**/*.controller.ts', { cwd: folder }).map((file) =>
    readFileSync(path.join(folder, file), 'utf8'),
  );
  const routes = sources.flatMap((source) => [...source.matchAll(/@Controller\((.*)\)/g)]);
  const prefixes = routes.flatMap(([, prefix = '']) => [...prefix.matchAll(/'([^']+)'/g)]);
  return new Set(prefixes.map(([, prefix = '']) => `/${prefix.split('/')[0]}`));
}

describe('the ingress', () => {
  const manifests = render(cases).find(({ name }) => name === 'with every way in')?.manifests ?? [];
  const [ingress] = ofKind(manifests, 'Ingress');
  const [route] = ofKind(manifests, 'HTTPRoute');

  it('streams responses and accepts bodies of any size', () => {
    const prefix = 'nginx.ingress.kubernetes.io/';
    expect(ingress.metadata.annotations).toMatchObject({
      [`${prefix}proxy-buffering`]: 'off',
      [`${prefix}proxy-request-buffering`]: 'off',
      [`${prefix}proxy-body-size`]: '0',
      [`${prefix}proxy-next-upstream`]: 'off',
    });
  });

  it("has a longer timeout than the gateway's deadline of a chat", () => {
    expect(Number(ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-read-timeout'])).toBeGreaterThan(600);
  });

  it('does not cut a long upload or download off, whose whole time the route would limit', () => {
    expect(route.spec.rules[0].timeouts.request).toBe('0s');
  });

  it('leads to every controller of the gateway', () => {
    const paths = ingress.spec.rules[0].http.paths.map((/** @type {any} */ one) => one.path);
    const roots = [...rootsOfTheGateway()];
    expect(roots).toEqual(expect.arrayContaining(['/api', '/openai', '/anthropic', '/docs']));
    expect(paths).toEqual(expect.arrayContaining(roots));
  });

  it('exposes the API but no probe and no metrics', () => {
    const paths = ingress.spec.rules[0].http.paths.map((/** @type {any} */ one) => one.path);
    expect(route.spec.rules[0].matches.map((/** @type {any} */ one) => one.path.value)).toEqual(paths);
    const open = [...publicPaths, '/api/v1/models'].filter((asked) =>
      paths.some((/** @type {string} */ one) => `${asked}/`.startsWith(`${one}/`)),
    );
    const api = ['/api/v1/models', '/api/v1/sessions'];
    const pages = ['/console', '/console/*', '/docs', '/docs/', '/docs/:file'];
    expect(open.sort()).toEqual([...api, ...pages, '/openapi.json']);
  });
});
