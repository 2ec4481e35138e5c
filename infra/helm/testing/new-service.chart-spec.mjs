import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ofKind, podsOf } from './manifests.mjs';
import { render, root } from './render.mjs';

// By their paths, which nothing follows: tools are checked with less than what runs here.
const { chartEdits } = await import(path.join(root, 'tools/generators/chart-edits.mjs'));
const { namesOf } = await import(path.join(root, 'tools/generators/names.mjs'));

const names = namesOf('chart-trials', undefined, 0);
const chart = 'infra/helm/earshot';

describe('the chart with a generated service', () => {
  /** @type {string} */
  let copy;

  beforeAll(() => {
    copy = mkdtempSync(path.join(tmpdir(), 'earshot-chart-'));
    cpSync(path.join(root, chart), path.join(copy, chart), { recursive: true });
    for (const { file, apply } of chartEdits(names)) {
      mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
      writeFileSync(path.join(copy, file), apply(readFileSync(path.join(root, file), 'utf8')));
    }
  });

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  /** @param {object} values */
  const rendered = (values) => {
    const place = path.relative(path.join(root, 'infra/helm'), path.join(copy, chart));
    const [outcome] = render([{ name: 'with it', chart: place, release: 'earshot', values }]);
    return /** @type {import('./render.mjs').Rendering} */ (outcome);
  };

  it('runs it after its migration, with its own role, and scales it by commands', () => {
    const { manifests, error } = rendered({ autoscaling: { keda: true } });
    expect(error).toBe('');
    const own = podsOf(manifests).filter(({ component }) => component.startsWith('chart-trials'));
    expect(own.map(({ component }) => component).sort()).toEqual(['chart-trials', 'chart-trials-migrations']);
    for (const { spec } of own)
      expect(spec.containers[0].env).toContainEqual({
        name: 'DATABASE_URL',
        valueFrom: { secretKeyRef: { name: 'earshot-database', key: 'chart-trials-url' } },
      });
    const [scaled] = ofKind(manifests, 'ScaledObject').filter(
      ({ metadata }) => metadata.name === 'earshot-chart-trials',
    );
    expect(scaled.spec.triggers[0].metadata).toMatchObject({
      topic: 'chart-trials.commands',
      consumerGroup: 'chart-trials.chart-trials.commands',
    });
  });

  it('lets it reach Kafka and PostgreSQL', () => {
    const { manifests } = rendered({});
    const [policy] = ofKind(manifests, 'NetworkPolicy').filter(
      ({ metadata }) => metadata.name === 'earshot-chart-trials',
    );
    const ports = policy.spec.egress.flatMap((/** @type {any} */ rule) =>
      rule.ports.map((/** @type {any} */ one) => one.port),
    );
    expect(ports).toEqual(expect.arrayContaining([9092, 5432]));
    expect(ports).not.toContain(9000);
  });

  it('rejects more replicas than partitions, and unknown settings', () => {
    const services = (/** @type {object} */ own) => rendered({ services: { 'chart-trials': own } }).error;
    expect(services({ autoscaling: { maxReplicas: 8 } })).toBe('');
    expect(services({ autoscaling: { maxReplicas: 9 } })).toContain('maxReplicas');
    expect(services({ settings: { EARSHOT_QUEUE_LIMIT: '1' } })).toContain('EARSHOT_QUEUE_LIMIT');
  });
});
