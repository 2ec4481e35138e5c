import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { listMetrics, recordFeedback } from '@earshot/contracts-feedback';
import { DataSource } from 'typeorm';
import { until } from '@earshot/messaging/testing';
import { MetricRemovalWorker } from '../src/metrics/metric-removal.worker.js';
import { FeedbackApp } from './feedback-app.js';
import { valuesOf } from './feedback-caller.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

const app = new FeedbackApp();
const { feedback } = valuesOf(app);

beforeAll(() => app.start());
afterAll(() => app.stop());

/** A project with so many metrics, and a value under the first of them. @returns its id. */
async function furnished(metrics: number): Promise<string> {
  const project_id = randomUUID();
  await app.project(project_id, `p-${project_id.slice(0, 8)}`);
  const { completionId: completion_id } = await app.started({ project_id });
  for (let number = 0; number < metrics; number += 1) {
    const metric = await app.metric('scalar', { project_id });
    if (number === 0)
      await app.ask(recordFeedback, feedback({ project_id, completion_id, metric: metric.id, value: 7 }));
  }
  return project_id;
}

const metricsOf = async (project_id: string) =>
  (await app.ask(listMetrics, { project_id, limit: 100, cursor: null })).data.length;
const valuesIn = async (project_id: string): Promise<number> => {
  const dataSource = app.service(DataSource);
  const rows = await dataSource.query('select count(*)::int as n from feedback where project_id = $1', [project_id]);
  return (rows as [{ n: number }])[0].n;
};

it('a project that is removed leaves neither metrics nor what was said under them; other projects keep theirs', async () => {
  const [gone, other] = [await furnished(40), await furnished(2)];
  expect([await metricsOf(gone), await valuesIn(gone)]).toEqual([40, 1]);
  await app.projectGone(gone);
  await until(async () => (await metricsOf(gone)) === 0);
  await app.service(MetricRemovalWorker).deleteAll(new AbortController().signal);
  expect(await valuesIn(gone)).toBe(0);
  expect([await metricsOf(other), await valuesIn(other)]).toEqual([2, 1]);
});
