import { describe, expect, it } from '@jest/globals';
import { services } from '../../local/stack.mjs';
import { cases } from './cases.mjs';
import { matches, ofKind, podsOf } from './manifests.mjs';
import { render } from './render.mjs';

/** Who may talk to whom: the services' table of docs/architecture.md, and what runs before them. DNS is everybody's. */
const talks = {
  gateway: ['kafka', 's3'],
  projects: ['kafka', 'postgres'],
  inference: ['internet', 'kafka', 'modelServers', 'postgres', 's3'],
  interactions: ['kafka', 'postgres', 's3'],
  feedback: ['kafka', 'postgres'],
  storage: ['kafka', 'postgres', 's3'],
  bucket: ['s3'],
  database: ['postgres'],
  topics: ['kafka'],
  'projects-migrations': ['postgres'],
  'inference-migrations': ['postgres'],
  'interactions-migrations': ['postgres'],
  'feedback-migrations': ['postgres'],
  'storage-migrations': ['postgres'],
};

/** A place that can be told from every other by its peer. @param {string} name */
const place = (name) => ({ podSelector: { matchLabels: { place: name } } });

/** @param {string} name @param {number} port */
const destination = (name, port) => ({ to: [place(name)], ports: [port] });

const marked = {
  networkPolicies: {
    clients: [place('clients')],
    metrics: [place('metrics')],
    dns: { to: [place('dns')] },
    kafka: destination('kafka', 1),
    postgres: destination('postgres', 2),
    s3: destination('s3', 3),
    internet: destination('internet', 4),
    modelServers: destination('modelServers', 5),
    telemetry: destination('telemetry', 6),
  },
};

const [{ manifests }, defaults, servers] = /** @type {[any, any, any]} */ (
  render(
    [
      { name: 'marked', chart: 'earshot', release: 'earshot', values: marked },
      cases[0],
      cases.find(({ chart }) => chart === 'earshot-servers'),
    ].map((one) => /** @type {any} */ (one)),
  )
);

/**
 * What a pod may reach, or be reached from, after all policies that match it; null: nothing denies anything.
 *
 * @param {any} pod
 * @param {'Ingress' | 'Egress'} way
 * @returns {{ place: string, ports: unknown[] }[] | null}
 */
function allowed(pod, way) {
  const policies = ofKind(manifests, 'NetworkPolicy').filter(
    ({ spec }) => spec.policyTypes.includes(way) && matches(spec.podSelector, pod.labels),
  );
  if (policies.length === 0) return null;
  const rules = policies.flatMap(({ spec }) => spec[way.toLowerCase()] ?? []);
  return rules.flatMap((/** @type {any} */ rule) => {
    const peers = way === 'Egress' ? rule.to : rule.from;
    // A rule without peers or ports would let everybody through.
    if (!peers?.length || !rule.ports?.length)
      throw new Error(`A rule for ${pod.name} is open: ${JSON.stringify(rule)}`);
    return peers.map((/** @type {any} */ peer) => ({
      place: peer.podSelector.matchLabels.place,
      ports: rule.ports.map((/** @type {any} */ one) => one.port),
    }));
  });
}

/** @param {any} pod @param {'Ingress' | 'Egress'} way */
const placesOf = (pod, way) => {
  const found = allowed(pod, way);
  return found && [...new Set(found.map(({ place: name }) => name))].sort();
};

describe('the network policies', () => {
  it.each(podsOf(manifests))('let $name reach what it needs and nothing else', (pod) => {
    const expected = [
      ...talks[/** @type {keyof typeof talks} */ (pod.component)],
      'dns',
      ...(services.includes(pod.component) ? ['telemetry'] : []),
    ];
    expect(placesOf(pod, 'Egress')).toEqual(expected.sort());
  });

  it.each(podsOf(manifests))('let only clients and the metrics scraper reach $name', (pod) => {
    const expected =
      pod.component === 'gateway' ? ['clients', 'metrics'] : services.includes(pod.component) ? ['metrics'] : [];
    expect(placesOf(pod, 'Ingress')).toEqual(expected);
  });

  it('cover every process', () => {
    expect(
      podsOf(manifests)
        .map(({ component }) => component)
        .sort(),
    ).toEqual(Object.keys(talks).sort());
  });

  it('exist before the jobs that they apply to, and allow their traffic', () => {
    const hooks = ofKind(manifests, 'NetworkPolicy').filter(
      ({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'pre-install,pre-upgrade',
    );
    const jobs = podsOf(manifests).filter(({ owner: { kind } }) => kind === 'Job');
    expect(hooks).toHaveLength(jobs.length);
    for (const { owner, labels } of jobs) {
      const [hook] = hooks.filter(({ spec }) => matches(spec.podSelector, labels));
      const weights = [hook, owner].map(({ metadata }) => Number(metadata.annotations['helm.sh/hook-weight']));
      expect(weights[0]).toBeLessThan(Number(weights[1]));
      expect(hook.spec.egress.map((/** @type {any} */ rule) => rule.to[0].podSelector.matchLabels.place)).toContain(
        'dns',
      );
    }
  });

  it('open the port of each destination only', () => {
    const ports = {
      kafka: [1],
      postgres: [2],
      s3: [3],
      internet: [4],
      modelServers: [5],
      telemetry: [6],
      dns: [53, 53],
    };
    for (const pod of podsOf(manifests)) {
      for (const one of allowed(pod, 'Egress') ?? [])
        expect(one.ports).toEqual(ports[/** @type {keyof typeof ports} */ (one.place)]);
    }
  });

  it('deny what is not configured', () => {
    const [inference] = ofKind(defaults.manifests, 'NetworkPolicy').filter(
      ({ metadata }) => metadata.name === 'earshot-inference',
    );
    expect(inference.spec.egress).toHaveLength(4);
    const except = inference.spec.egress
      .flatMap((/** @type {any} */ rule) => rule.to)
      .flatMap((/** @type {any} */ peer) => peer.ipBlock?.except ?? []);
    expect(except).toEqual(
      expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']),
    );
  });

  it('allow the servers of the chart earshot-servers by default', () => {
    const pods = podsOf(servers.manifests);
    for (const [component, port] of /** @type {const} */ ([
      ['kafka', 9092],
      ['postgres', 5432],
      ['minio', 9000],
    ])) {
      const peer = ofKind(defaults.manifests, 'NetworkPolicy')
        .flatMap(({ spec }) => spec.egress ?? [])
        .find((/** @type {any} */ rule) => rule.ports[0].port === port)?.to[0];
      const found = pods.filter(({ labels }) => matches(peer.podSelector, labels));
      expect(found.map((pod) => pod.component)).toEqual([component]);
      expect(found[0]?.spec.containers[0].ports[0].containerPort).toBe(port);
    }
  });

  it('let Earshot reach those servers', () => {
    for (const { labels } of podsOf(defaults.manifests)) {
      for (const { spec } of ofKind(servers.manifests, 'NetworkPolicy').filter((one) => one.spec.ingress)) {
        expect(matches(spec.ingress[0].from[0].podSelector, labels)).toBe(true);
      }
    }
  });
});
