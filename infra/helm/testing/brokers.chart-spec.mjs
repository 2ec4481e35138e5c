import { describe, expect, it } from '@jest/globals';
import { cases } from './cases.mjs';
import { matches, ofKind } from './manifests.mjs';
import { render } from './render.mjs';

const [{ manifests, notes }] = /** @type {[any]} */ (render(cases.filter(({ name }) => name === 'three brokers')));
const [kafka] = ofKind(manifests, 'StatefulSet').filter(({ metadata }) => metadata.name === 'servers-kafka');
const [container] = kafka.spec.template.spec.containers;
/** @type {Record<string, string>} */
const environment = Object.fromEntries(container.env.map((/** @type {any} */ { name, value }) => [name, value ?? '']));

describe('three brokers', () => {
  it('are a quorum of the pods that the StatefulSet starts, each with its ordinal as id', () => {
    const { replicas, ordinals, podManagementPolicy, serviceName } = kafka.spec;
    const names = Array.from({ length: replicas }, (_, index) => `servers-kafka-${ordinals.start + index}`);
    const hosts = names.map((name) => `${name}.${serviceName}.earshot.svc`);
    const voters = hosts.map((host, index) => `${ordinals.start + index}@${host}:9093`);
    expect(environment.KAFKA_CONTROLLER_QUORUM_VOTERS).toBe(voters.join(','));
    expect(environment.KAFKA_ADVERTISED_LISTENERS).toBe(`PLAINTEXT://$(POD).${serviceName}.earshot.svc:9092`);
    expect([replicas, podManagementPolicy]).toEqual([3, 'Parallel']);
    const ids = container.env.find((/** @type {any} */ { name }) => name === 'KAFKA_NODE_ID');
    expect(ids.valueFrom.fieldRef.fieldPath).toBe("metadata.labels['apps.kubernetes.io/pod-index']");
  });

  it('are each named in the values that the notes give, as they advertise themselves', () => {
    const hosts = [1, 2, 3].map((id) => `servers-kafka-${id}.servers-kafka.earshot.svc:9092`);
    expect(notes).toContain(`brokers: ${hosts.join(',')}\n`);
    expect(notes).toMatch(/kafka has 3 brokers, of which one may be away/);
    const values = { kafka: { brokers: hosts.join(',') }, autoscaling: { keda: true } };
    const [earshot] = render([{ name: 'on three brokers', chart: 'earshot', release: 'earshot', values }]);
    expect(earshot?.notes).not.toContain('replication');
    const triggers = ofKind(earshot?.manifests ?? [], 'ScaledObject').flatMap(({ spec }) => spec.triggers);
    const servers = triggers.map(({ metadata }) => metadata.bootstrapServers).filter((one) => one !== undefined);
    expect(new Set(servers)).toEqual(new Set([hosts.join(',')]));
  });

  it('acknowledge once two of three copies are written', () => {
    const copies = Object.entries(environment).filter(([name]) => name.endsWith('REPLICATION_FACTOR'));
    expect(copies.map(([, value]) => value)).toEqual(['3', '3', '3']);
    expect(environment.KAFKA_MIN_INSYNC_REPLICAS).toBe('2');
    expect(environment.KAFKA_TRANSACTION_STATE_LOG_MIN_ISR).toBe('2');
  });

  it('reach one another, and are drained one at a time', () => {
    const { labels } = kafka.spec.template.metadata;
    const policies = ofKind(manifests, 'NetworkPolicy').filter(({ spec }) => matches(spec.podSelector, labels));
    for (const way of ['ingress', 'egress']) {
      const rules = policies.flatMap(({ spec }) => spec[way] ?? []);
      const own = rules.filter((/** @type {any} */ { to, from }) => matches((to ?? from)[0].podSelector, labels));
      expect(own.map(({ ports }) => ports)).toEqual([[{ port: 'server' }, { port: 'controller' }]]);
    }
    const [budget] = ofKind(manifests, 'PodDisruptionBudget');
    expect(budget.spec.maxUnavailable).toBe(1);
    expect(matches(budget.spec.selector, labels)).toBe(true);
  });
});
