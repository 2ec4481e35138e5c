import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadSettings } from '@earshot/service-kit';
import { describe, expect, it } from '@jest/globals';
import { services, stack } from '../../local/stack.mjs';
import { images } from '../../local/versions.mjs';
import { cases } from './cases.mjs';
import { containersOf, ofKind, podsOf } from './manifests.mjs';
import { render, root } from './render.mjs';

/** @type {Record<string, import('@earshot/service-kit').Settings>} */
const settings = Object.fromEntries(
  await Promise.all(
    services.map(async (name) => [name, (await import(`../../../apps/${name}/src/config.js`)).settings]),
  ),
);
const renderings = render(cases);
const schema = JSON.parse(readFileSync(path.join(root, 'infra/helm/earshot/values.schema.json'), 'utf8'));

/** What a secret or the pod's own data could hold. */
const examples = {
  EARSHOT_INSTANCE: 'earshot-gateway-7d9f8c6b5-x2x4z',
  EARSHOT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  EARSHOT_SECRET_KEYS_ACCEPTED: Buffer.alloc(32, 8).toString('base64'),
  EARSHOT_ADMIN_KEY: `es_${'a'.repeat(43)}`,
  DATABASE_URL: 'postgres://earshot_service:password@postgres:5432/earshot',
  KAFKA_PASSWORD: 'password',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
};

const deployments = renderings.flatMap(({ name, manifests }) =>
  podsOf(manifests)
    .filter(({ owner: { kind } }) => kind === 'Deployment')
    .map((pod) => ({ rendering: name, service: pod.component, container: pod.spec.containers[0] })),
);

/**
 * Without what names a file of a secret, which only the pod has.
 *
 * @param {any} container
 * @returns {Record<string, string>}
 */
const environmentOf = ({ env }) =>
  Object.fromEntries(
    env
      .filter((/** @type {any} */ one) => one.name !== 'KAFKA_CLIENT_PROPERTIES')
      .map((/** @type {any} */ one) => [
        one.name,
        one.value ?? examples[/** @type {keyof typeof examples} */ (one.name)],
      ]),
  );

/** @param {any} container @param {string} variable @returns {string | undefined} */
const variableOf = ({ env }, variable) => env?.find((/** @type {any} */ one) => one.name === variable)?.value;

/** @param {any} container */
const usesKafka = (container) => variableOf(container, 'KAFKA_BROKERS') !== undefined;

describe('settings', () => {
  it('are passed to every service of the stack', () => {
    expect([...new Set(deployments.map(({ service }) => service))].sort()).toEqual([...services].sort());
  });

  it.each(deployments)('let $service start, $rendering', ({ service, container }) => {
    expect(() => loadSettings(settings[service] ?? {}, environmentOf(container))).not.toThrow();
  });

  it.each(deployments)('are all known to $service, $rendering', ({ service, container }) => {
    const read = Object.values(settings[service] ?? {}).map(({ env }) => env);
    const given = container.env.map((/** @type {any} */ one) => one.name);
    expect(new Set(given).size).toBe(given.length);
    // client.properties refers to the user and its password.
    const byRuntime = (/** @type {string} */ name) =>
      /^(NODE_EXTRA_CA_CERTS|KAFKA_USERNAME|KAFKA_PASSWORD|OTEL_.*)$/.test(name);
    expect(given.filter((/** @type {string} */ name) => !read.includes(name) && !byRuntime(name))).toEqual([]);
  });

  it.each(Object.entries(settings))('that the chart documents for %s are read by it', (service, own) => {
    const offered = Object.keys(schema.properties.services.properties[service].properties.settings.properties);
    expect(Object.values(own).map(({ env }) => env)).toEqual(expect.arrayContaining(offered));
  });

  it.each(deployments)('make $service listen on the probed port, $rendering', ({ service, container }) => {
    const env = environmentOf(container);
    const [host, port] =
      service === 'gateway' ? [env.HOST, env.PORT] : [env.EARSHOT_HEALTH_HOST, env.EARSHOT_HEALTH_PORT];
    expect([host, Number(port)]).toEqual(['0.0.0.0', container.ports[0].containerPort]);
  });

  it.each(deployments)('start $service as npm start does, $rendering', ({ service, container }) => {
    const node = stack.find((one) => one.name === service);
    const flags = node?.kind === 'app' ? node.nodeFlags : [];
    expect(container.command).toEqual(['node', ...flags, `apps/${service}/bundle/main.js`]);
    expect(existsSync(path.join(root, `apps/${service}/src/main.ts`))).toBe(true);
  });

  it('give each process its own Kafka user and only its own password', () => {
    const [defaults, outside] = renderings.map(({ manifests }) => podsOf(manifests));
    const userOf = (/** @type {any} */ { spec }) => {
      const env = spec.containers[0].env.filter((/** @type {any} */ one) => one.name.startsWith('KAFKA_'));
      const password = env.find((/** @type {any} */ one) => one.name === 'KAFKA_PASSWORD')?.valueFrom.secretKeyRef;
      return { user: variableOf({ env }, 'KAFKA_USERNAME'), password, acls: variableOf({ env }, 'KAFKA_ACLS') };
    };
    for (const pod of defaults ?? []) if (pod.spec.containers[0].env) expect(userOf(pod).user).toBeUndefined();
    const using = (outside ?? []).filter(({ spec }) => usesKafka(spec.containers[0]));
    expect(using.length).toBe(services.length + 1);
    for (const pod of using) {
      const who = pod.component === 'topics' ? 'jobs' : pod.component;
      expect(userOf(pod)).toEqual({
        user: `earshot-${who}`,
        password: { name: 'earshot-kafka-users', key: `${who}-password` },
        acls: who === 'jobs' ? 'add' : undefined,
      });
    }
  });

  it.each([
    ['KAFKA_CLIENT_PROPERTIES', 'kafka-client', 'client.properties', usesKafka],
    ['NODE_EXTRA_CA_CERTS', 'company-ca', 'ca.pem', () => true],
  ])('in %s pass a secret file to exactly the processes that need it', (variable, secret, file, isFor) => {
    const [defaults, outside] = renderings.map(({ manifests }) => containersOf(manifests));
    expect([defaults, outside].map((one) => one?.some(({ container }) => isFor(container)))).toEqual([true, true]);
    for (const { container } of defaults ?? []) expect(variableOf(container, variable)).toBeUndefined();
    for (const { pod, container } of outside ?? []) {
      const volume = pod.volumes.find((/** @type {any} */ one) => one.secret?.secretName === secret);
      const mount = container.volumeMounts.find((/** @type {any} */ one) => one.name === volume?.name);
      const expected = isFor(container) ? [`${mount?.mountPath}/${file}`, true] : [undefined, undefined];
      expect([variableOf(container, variable), mount?.readOnly]).toEqual(expected);
    }
  });

  it('run each service and job in its own image of this version', () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const [defaults, outside] = renderings.map(({ manifests }) => containersOf(manifests));
    const own = (/** @type {any[] | undefined} */ containers) =>
      containers?.map(({ container }) => container.image) ?? [];
    expect(new Set(own(defaults))).toEqual(
      new Set([...Object.keys(settings), 'jobs'].map((app) => `earshot-${app}:${version}`)),
    );
    for (const image of own(outside)) expect(image).toMatch(/^registry\.example\/team\/earshot-[a-z-]+:0\.1\.0-rc\.1$/);
  });

  it('prepare what npm start prepares: databases, bucket, topics, and schemas', () => {
    const jobs = ofKind(renderings[0]?.manifests ?? [], 'Job').map(
      ({ spec }) => spec.template.spec.containers[0].command[1],
    );
    const site = /** @type {any} */ ({});
    const local = stack
      .filter((node) => node.kind === 'job' && node.name !== 'apply')
      .map((node) => (node.kind === 'job' ? node.args(site)[0] : ''));
    expect(jobs.sort()).toEqual(local.sort());
  });

  it('give each role enough connections for all processes', () => {
    const job = ofKind(renderings[0]?.manifests ?? [], 'Job').find(
      ({ metadata }) => metadata.name === 'earshot-database',
    );
    const most = Math.max(
      ...ofKind(renderings[0]?.manifests ?? [], 'HorizontalPodAutoscaler').map(({ spec }) => spec.maxReplicas),
    );
    expect(Number(environmentOf(job.spec.template.spec.containers[0]).SERVICE_CONNECTION_LIMIT)).toBeGreaterThanOrEqual(
      (most + 1) * 10,
    );
  });

  it('use the server images of npm start in the chart earshot-servers', () => {
    const servers = renderings.find(({ name }) => name === 'the servers')?.manifests ?? [];
    expect(new Set(containersOf(servers).map(({ container }) => container.image))).toEqual(
      new Set(Object.values(images)),
    );
  });
});
