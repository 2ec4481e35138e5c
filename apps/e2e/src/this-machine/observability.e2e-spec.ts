import { beforeAll, describe, expect, it } from '@jest/globals';
import type { LRParser } from '@lezer/lr';
import { createRequire } from 'node:module';
import { processOf, servicesRunning } from '../support/processes.js';
import { allRules, fileOf } from '../support/prometheus/rules.js';

// Its ES module is one that Node alone can tell; the other one is what Prometheus' own pages parse PromQL with.
const { parser } = createRequire(import.meta.url)('@prometheus-io/lezer-promql') as { parser: LRParser };

interface Panel {
  id: number;
  title: string;
  type: string;
  gridPos: { x: number; w: number };
  targets?: { expr: string }[];
}

const rules = allRules();
const dashboard = JSON.parse(fileOf('infra/observability/grafana/earshot.json')) as { panels: Panel[] };
const shown = dashboard.panels.filter(({ type }) => type !== 'row');
const ofDashboard = shown.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const));
const ofRules = rules.map(({ alert, expr }) => [alert, expr] as const);
const expressions = [...ofDashboard, ...ofRules];

/** What a query is made of: the metrics that it names, and where it is none. */
function read(query: string): { metrics: string[]; faults: string[] } {
  // Grafana puts a duration in its place.
  const text = query.replaceAll('$__rate_interval', '5m');
  const [metrics, faults]: [string[], string[]] = [[], []];
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) faults.push(`${text.slice(0, from)} >>> ${text.slice(from, to + 10)}`);
      if (type.name === 'VectorSelector') metrics.push(/^[a-zA-Z_:][\w:]*/.exec(text.slice(from, to))?.[0] ?? '');
    },
  });
  return { metrics, faults };
}

/** Names of the series that a process gives out, by the types that it declares them with. */
function seriesOf(exposition: string): string[] {
  return [...exposition.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) => {
    if (type === 'histogram') return [`${name}_bucket`, `${name}_sum`, `${name}_count`];
    return type === 'summary' ? [name, `${name}_sum`, `${name}_count`] : [name];
  });
}

describe('dashboard and alert rules', () => {
  const exposed = new Map<string, Set<string>>();

  beforeAll(async () => {
    for (const name of servicesRunning()) {
      const answer = await fetch(`${processOf(name).url}/metrics`);
      expect(answer.status).toBe(200);
      exposed.set(name, new Set(seriesOf(await answer.text())));
    }
  });

  it.each(expressions)('has in "%s" a query that Prometheus accepts: %s', (_title, query) => {
    expect(read(query).faults).toEqual([]);
  });

  it.each(expressions)('uses in "%s" only metrics that the services export: %s', (_title, query) => {
    // Prometheus gives this one out itself, of every process that it asks.
    const known = new Set(['up', ...[...exposed.values()].flatMap((series) => [...series])]);
    const { metrics } = read(query);
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((metric) => !known.has(metric))).toEqual([]);
  });

  it('report an invalid query and a metric that no service exports', () => {
    expect(read('sum by (a (rate(b[5m]))').faults).not.toEqual([]);
    expect(read('sum(rate(earshot_no_such_total{a="b"}[5m])) / c').metrics).toEqual(['earshot_no_such_total', 'c']);
  });

  it('reports consumer lag of every service and unstored events of the storing ones', () => {
    const servicesWith = (series: string) => [...exposed].filter(([, all]) => all.has(series)).map(([name]) => name);
    const readers = servicesRunning().filter((name) => !name.startsWith('gateway'));
    expect(servicesWith('earshot_consumer_lag_records')).toEqual(expect.arrayContaining(readers));
    expect(servicesWith('earshot_acknowledged_minus_stored')).toEqual(
      expect.arrayContaining(['interactions-0', 'feedback-0']),
    );
  });

  it('have unique names of rules, each with a severity and instructions', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    const guide = fileOf('docs/guides/alerts.md');
    const unspaced = (text: string) => text.replaceAll(/\s/g, '');
    for (const { expr, labels, annotations } of rules) {
      expect(['warning', 'critical']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
      const [path, anchor] = annotations.runbook.split('#');
      expect(path).toBe('docs/guides/alerts.md');
      const anchors = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w ]/g, '')
          .replaceAll(' ', '-'),
      );
      expect(anchors).toContain(anchor);
      expect(unspaced(guide)).toContain(unspaced(expr));
    }
  });

  it('have a section in the guide, with meaning, check and cure', () => {
    const sections = fileOf('docs/guides/alerts.md').split(/^### /m).slice(1);
    expect(sections.map((section) => section.split('\n')[0])).toEqual(rules.map(({ alert }) => alert));
    for (const section of sections) {
      const parts = [...section.matchAll(/^- \*\*(\w+)\*\*: \S/gm)].map(([, part]) => part);
      expect([section.split('\n')[0], ...parts]).toEqual([section.split('\n')[0], 'Meaning', 'Check', 'Cure']);
    }
  });

  it('gives every panel its own position and id', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    for (const { gridPos } of shown) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });
});
