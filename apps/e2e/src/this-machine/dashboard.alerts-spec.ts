import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { addModel, create, send } from '../support/api.js';
import { FeedbackProject } from '../support/feedback-project.js';
import { MixedLoad } from '../support/mixed-load.js';
import { panelQueries, type PanelQuery } from '../support/prometheus/dashboard.js';
import { Prometheus, type Series } from '../support/prometheus/prometheus.js';

jest.setTimeout(5 * 60_000);

/** Longer than the longest range and `for` of a rule together, 25 minutes, at the speed of these tests. */
const healthyMs = 110_000;
/** So that each counter of errors was read before and after it grew. */
const scrapedMs = 12_000;
/** Queries with nothing to show before something fails. */
const ofErrors = /earshot_provider_(retries|fallbacks)_total/;

describe('the dashboard', () => {
  const prometheus = new Prometheus();
  const project = new FeedbackProject();
  const queries = panelQueries();
  let startedAt = 0;

  beforeAll(async () => {
    await project.start();
    const body = { key: 'e', provider: { kind: 'openai', base_url: project.baseUrl, model: 'e' } };
    await create(`/api/v1/projects/${project.key}/models`, { ...body, capabilities: ['embeddings'] });
    await prometheus.start();
    startedAt = Date.now();
  });
  afterAll(async () => {
    await prometheus.stop();
    await project.stop();
  });

  /** Panels of queries without a value, or whose legend names a label that no series has. */
  async function faultyAmong(some: readonly PanelQuery[]): Promise<string[]> {
    const faulty: string[] = [];
    for (const { panel, expr, legend } of some) {
      const series = (await prometheus.range(expr, startedAt, Date.now())).filter(hasValue);
      if (series.length === 0) faulty.push(`${panel}: no data of ${expr}`);
      const unknown = legend.filter((label) => !series.every(({ metric }) => label in metric));
      if (unknown.length > 0) faulty.push(`${panel}: no label ${unknown.join()} of ${expr}`);
    }
    return faulty;
  }

  it('has data in every panel, and no alert fires, while a healthy installation is under load', async () => {
    const load = new MixedLoad(project);
    await load.start();
    await sleep(healthyMs);
    await load.stop();
    expect(await prometheus.fired(startedAt)).toEqual([]);
    expect(await faultyAmong(queries.filter(({ expr }) => !ofErrors.test(expr)))).toEqual([]);
  });

  it('has data in the panels of errors once there were some', async () => {
    project.provider.script = { words: [], refuse: { status: 500, body: {} } };
    await addModel(project, project.baseUrl, 'other');
    const fails = { key: 'fails', provider: { kind: 'openai', base_url: project.baseUrl, model: 'fails' } };
    await create(`/api/v1/projects/${project.key}/models`, { ...fails, fallback: ['other'] });
    for (const round of [1, 2]) {
      const body = { model: `${project.key}/fails`, messages: [{ role: 'user', content: `Hi ${round}` }] };
      const answer = await send('POST', '/api/v1/chat/completions', { key: project.apiKey, body });
      expect(answer.status).toBeGreaterThanOrEqual(500);
      await answer.text();
      await sleep(scrapedMs);
    }
    expect(await faultyAmong(queries.filter(({ expr }) => ofErrors.test(expr)))).toEqual([]);
  });
});

const hasValue = ({ values }: Series) => values.some(([, value]) => Number.isFinite(Number(value)));
