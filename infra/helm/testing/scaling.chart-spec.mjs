import { readFileSync } from 'node:fs';
import path from 'node:path';
import { topics } from '@earshot/contracts';
import { describe, expect, it } from '@jest/globals';
import { eventGroup } from '../../../libs/messaging/src/event/event-progress.js';
import { services } from '../../local/stack.mjs';
import { cases } from './cases.mjs';
import { ofKind, podsOf } from './manifests.mjs';
import { render, root } from './render.mjs';

const rendered = new Map(render(cases).map((one) => [one.name, one.manifests]));
const byLag = rendered.get('scaled by lag') ?? [];
const byCpu = rendered.get('as it stands') ?? [];
const workers = services.filter((name) => name !== 'gateway').sort();
const schema = JSON.parse(readFileSync(path.join(root, 'infra/helm/earshot/values.schema.json'), 'utf8'));

/** @param {any} scaledObject @returns {any[]} */
const lanesOf = ({ spec }) =>
  spec.triggers.filter((/** @type {any} */ one) => one.type === 'kafka').map((/** @type {any} */ one) => one.metadata);
/** @param {string} name */
const topicOf = (name) => topics.find((topic) => topic.name === name);
const scaledObjects = ofKind(byLag, 'ScaledObject').map((one) => ({
  service: one.metadata.labels['app.kubernetes.io/component'],
  one,
}));

describe('scaling', () => {
  it('uses lag for workers and CPU for the gateway with KEDA, else CPU for all', () => {
    const targets = (/** @type {any[]} */ list) =>
      list.map(({ spec }) => spec.scaleTargetRef.name.replace('earshot-', '')).sort();
    expect(targets(ofKind(byLag, 'ScaledObject'))).toEqual(workers);
    expect(targets(ofKind(byLag, 'HorizontalPodAutoscaler'))).toEqual(['gateway']);
    expect(targets(ofKind(byCpu, 'HorizontalPodAutoscaler'))).toEqual([...workers, 'gateway'].sort());
    expect(ofKind(byCpu, 'ScaledObject')).toEqual([]);
  });

  it.each(scaledObjects)('reads the lag of $service in existing groups and topics', ({ service, one }) => {
    expect(lanesOf(one).length).toBeGreaterThan(0);
    for (const { topic, consumerGroup } of lanesOf(one)) {
      expect(topicOf(topic)).toBeDefined();
      expect(consumerGroup).toBe(eventGroup(service, { name: topic }));
    }
  });

  it.each(scaledObjects)('counts all commands to $service itself', ({ service, one }) => {
    const commandTopics = topics.filter(
      ({ name, lane }) =>
        ['work', 'command'].includes(lane) && name.startsWith(`${service}.`) && !name.endsWith('.dead-letters'),
    );
    // Pieces of exports are for whoever has time.
    const counted = commandTopics.map(({ name }) => name).filter((name) => name !== 'interactions.exports');
    expect(lanesOf(one).map(({ topic }) => topic)).toEqual(expect.arrayContaining(counted));
  });

  it.each(scaledObjects)('limits $service to the partitions of its widest topic', ({ service, one }) => {
    const widest = Math.max(...lanesOf(one).map(({ topic }) => topicOf(topic)?.partitions ?? 0));
    expect(one.spec.maxReplicaCount).toBeLessThanOrEqual(widest);
    const { autoscaling, replicas } = schema.properties.services.properties[service].properties;
    expect([autoscaling.properties.maxReplicas.maximum, replicas.maximum]).toEqual([widest, widest]);
  });

  it.each(scaledObjects)('passes all values of $service to KEDA', ({ one: { apiVersion, spec } }) => {
    expect(apiVersion).toBe('keda.sh/v1alpha1');
    expect(Object.keys(spec).sort()).toEqual([
      'advanced',
      'fallback',
      'maxReplicaCount',
      'minReplicaCount',
      'pollingInterval',
      'scaleTargetRef',
      'triggers',
    ]);
    for (const { type, metadata } of spec.triggers) {
      // Everything in there is text, and nothing else is taken.
      for (const value of Object.values(metadata)) expect(typeof value).toBe('string');
      const fields =
        type === 'cpu'
          ? ['value']
          : ['allowIdleConsumers', 'bootstrapServers', 'consumerGroup', 'lagThreshold', 'offsetResetPolicy', 'topic'];
      expect(Object.keys(metadata).sort()).toEqual(fields);
    }
  });

  it('names brokers as KEDA resolves them from its own namespace', () => {
    for (const { one } of scaledObjects) {
      for (const { bootstrapServers } of lanesOf(one)) expect(bootstrapServers).toBe('servers-kafka.earshot.svc:9092');
    }
    const [outside] = ofKind(rendered.get('with every way in') ?? [], 'ScaledObject');
    expect(lanesOf(outside)[0].bootstrapServers).toBe(
      'b-1.kafka.example:9092,b-2.kafka.example:9092,b-3.kafka.example:9092',
    );
  });

  it('authenticates KEDA only where brokers require it', () => {
    const references = (/** @type {any} */ one) =>
      one.spec.triggers.map((/** @type {any} */ each) => each.authenticationRef);
    for (const { one } of scaledObjects) expect(new Set(references(one))).toEqual(new Set([undefined]));
    for (const one of ofKind(rendered.get('with every way in') ?? [], 'ScaledObject')) {
      const ofLanes = lanesOf(one).map(() => ({ name: 'kafka-lag' }));
      expect(references(one)).toEqual([...ofLanes, undefined]);
    }
  });

  it('scales down slowly, one process at a time', () => {
    const behaviors = [
      ...ofKind(byCpu, 'HorizontalPodAutoscaler').map(({ spec }) => spec.behavior),
      ...ofKind(byLag, 'ScaledObject').map(({ spec }) => spec.advanced.horizontalPodAutoscalerConfig.behavior),
    ];
    expect(behaviors).toHaveLength(services.length + workers.length);
    for (const { scaleDown } of behaviors) {
      expect(scaleDown.stabilizationWindowSeconds).toBeGreaterThanOrEqual(300);
      expect(scaleDown.policies).toEqual([{ type: 'Pods', value: 1, periodSeconds: 120 }]);
    }
  });

  it('terminates a process after its drain time, when routers have noticed', () => {
    const bootstrap = readFileSync(path.join(root, 'libs/service-kit/src/bootstrap.ts'), 'utf8');
    const shutdownMs = Number(/const shutdownDeadlineMs = ([\d_]+);/.exec(bootstrap)?.[1]?.replaceAll('_', ''));
    expect(shutdownMs).toBeGreaterThan(0);
    for (const { spec, owner } of podsOf(byCpu).filter((pod) => pod.owner.kind === 'Deployment')) {
      const preStopSeconds = spec.containers[0].lifecycle.preStop.sleep.seconds;
      expect(preStopSeconds).toBeGreaterThan(0);
      expect(spec.terminationGracePeriodSeconds - preStopSeconds).toBeGreaterThan(shutdownMs / 1000);
      // Who scales a Deployment is the only one to say how many.
      expect(owner.spec).not.toHaveProperty('replicas');
    }
  });

  it('is manual when it is disabled', () => {
    const byHand = rendered.get('scaled by hand') ?? [];
    expect(ofKind(byHand, 'HorizontalPodAutoscaler', 'ScaledObject')).toEqual([]);
    for (const { spec } of ofKind(byHand, 'Deployment')) expect(spec.replicas).toBe(2);
  });

  it('evicts at most one process of a service at a time', () => {
    const budgets = ofKind(byCpu, 'PodDisruptionBudget');
    expect(budgets.map(({ spec }) => spec.maxUnavailable)).toEqual(services.map(() => 1));
  });
});

describe('docs/reference/topics.md', () => {
  const text = readFileSync(path.join(root, 'docs/reference/topics.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z-]+)` +\| (`.+ \d+) +\| (\d+) +\|$/gm)].map(([, service, lanes, most]) => ({
    service: String(service),
    most: Number(most),
    lanes: [...String(lanes).matchAll(/`([a-z.-]+)` (\d+)/g)].map(([, name, partitions]) => ({
      name: String(name),
      partitions: Number(partitions),
    })),
  }));

  it('has the partitions of each worker, as in the contracts', () => {
    expect(rows.map(({ service }) => service).sort()).toEqual(workers);
    for (const { service, most, lanes } of rows) {
      for (const { name, partitions } of lanes)
        expect({ name, partitions: topicOf(name)?.partitions }).toEqual({ name, partitions });
      expect(most).toBe(Math.max(...lanes.map(({ partitions }) => partitions)));
      expect(schema.properties.services.properties[service].properties.replicas.maximum).toBe(most);
    }
  });

  it('has the number of all partitions', () => {
    expect(text).toContain(`${topics.reduce((sum, { partitions }) => sum + partitions, 0)} in all`);
  });
});
