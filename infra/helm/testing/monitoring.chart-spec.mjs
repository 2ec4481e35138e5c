import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { services } from '../../local/stack.mjs';
import { cases } from './cases.mjs';
import { ofKind } from './manifests.mjs';
import { render, root } from './render.mjs';

const rendered = new Map(render(cases).map((one) => [one.name, one.manifests]));
const watched = rendered.get('with every way in') ?? [];
const [monitor] = ofKind(watched, 'PodMonitor');
const [rule] = ofKind(watched, 'PrometheusRule');
const source = readFileSync(path.join(root, 'infra/helm/earshot/rules/alerts.yml'), 'utf8');

describe('monitoring', () => {
  it('is off by default', () => {
    expect(ofKind(rendered.get('as it stands') ?? [], 'PodMonitor', 'PrometheusRule')).toEqual([]);
  });

  it('labels each target with its service, as the alerts select it', () => {
    const [endpoint] = monitor.spec.podMetricsEndpoints;
    expect(endpoint.relabelings).toEqual([
      { sourceLabels: ['__meta_kubernetes_pod_label_app_kubernetes_io_component'], targetLabel: 'service' },
    ]);
    expect(monitor.spec.selector.matchExpressions[0].values).toEqual([...services].sort());
  });

  it('has the rules of Compose, for the targets of this installation', () => {
    const { namespace = 'earshot', name } = monitor.metadata;
    expect(rule.spec).toEqual(parse(source.replaceAll('job="earshot"', `job="${namespace}/${name}"`)));
    expect(JSON.stringify(rule.spec)).toContain('absent(up{job=\\"earshot/earshot\\", service=\\"gateway\\"})');
  });

  it('carries the labels by which a Prometheus selects monitors and rules', () => {
    for (const { metadata } of [monitor, rule])
      expect(metadata.labels).toMatchObject({ release: 'monitoring', 'app.kubernetes.io/name': 'earshot' });
  });

  it('rejects alerts without the targets that they watch', () => {
    const values = { metrics: { prometheusRule: true } };
    const [outcome] = render([{ name: 'wrong', chart: 'earshot', release: 'earshot', values }]);
    expect(outcome?.error).toContain('podMonitor');
  });
});
