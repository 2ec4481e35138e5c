import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { listMetrics, recordFeedback } from '@earshot/contracts-feedback';
import { DataSource } from 'typeorm';
import { until } from '@earshot/messaging/testing';
import { MetricRemovalWorker } from '../src/metrics/metric-removal.worker.js';
import { FeedbackApp } from './feedback-app.js';
import { feedbackCallerOf } from './feedback-caller.js';
import { reviewsOf } from './reviews-caller.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

const app = new FeedbackApp();
const { feedback } = feedbackCallerOf(app);
const { queue, add } = reviewsOf(app);

beforeAll(() => app.start());
afterAll(() => app.stop());

/** A project with so many metrics, and under the first of them a value and a review queue. @returns its id. */
async function furnished(metrics: number): Promise<string> {
  const project_id = randomUUID();
  await app.project(project_id, `p-${project_id.slice(0, 8)}`);
  const { completionId: completion_id } = await app.started({ project_id });
  for (let number = 0; number < metrics; number += 1) {
    const metric = await app.metric('scalar', { project_id });
    if (number > 0) continue;
    await app.ask(recordFeedback, feedback({ project_id, completion_id, metric: metric.id, value: 7 }));
    await add(await queue(metric, { project_id, kind: 'rate' }), [completion_id]);
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
/** Items of the queues of a project, and items without a queue. */
const itemsIn = async (project_id: string): Promise<number> => {
  const rows = await app.service(DataSource).query(
    `select count(*)::int as n from review_items item left join review_queues queue on queue.id = item.queue_id
     where queue.project_id is null or queue.project_id = $1`,
    [project_id],
  );
  return (rows as [{ n: number }])[0].n;
};

it('a removed project leaves no metrics, feedback or review queues; other projects keep theirs', async () => {
  const [gone, other] = [await furnished(40), await furnished(2)];
  expect([await metricsOf(gone), await valuesIn(gone)]).toEqual([40, 1]);
  await app.projectGone(gone);
  await until(async () => (await metricsOf(gone)) === 0);
  await app.service(MetricRemovalWorker).deleteAll(new AbortController().signal);
  expect([await valuesIn(gone), await itemsIn(gone)]).toEqual([0, 0]);
  expect([await metricsOf(other), await valuesIn(other), await itemsIn(other)]).toEqual([2, 1, 1]);
});
