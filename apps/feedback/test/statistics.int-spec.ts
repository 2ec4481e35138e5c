import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  deleteMetric,
  feedbackStatistics,
  eraseFeedbackOfUser,
  type FeedbackStatisticsRequest,
} from '@earshot/contracts-feedback';
import { until } from '@earshot/messaging/testing';
import { DataSource } from 'typeorm';
import { MetricRemovalWorker } from '../src/metrics/metric-removal.worker.js';
import { campaignsOf } from './campaigns-caller.js';
import { FeedbackApp } from './feedback-app.js';
import { feedbackCallerOf } from './feedback-caller.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

const app = new FeedbackApp();
const { giveFeedback, recordSessionOutcome, importOne } = feedbackCallerOf(app);
const { compare, correct } = campaignsOf(app);

beforeAll(() => app.start());
afterAll(() => app.stop());

type Asked = Partial<FeedbackStatisticsRequest>;

const around = () => ({
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 60_000).toISOString(),
});
const ask = (fields: Asked) =>
  app.ask(feedbackStatistics, {
    project_id: app.projectId,
    metric_id: null,
    ...around(),
    interval: 'hour',
    group_by: 'metric',
    ...fields,
  });

/** Sums of each group over all intervals. */
async function sums(fields: Asked) {
  const { groups, cells, total } = await ask(fields);
  const sum = (numbers: number[], group: number) =>
    numbers.reduce((all, number, index) => all + (cells.group[index] === group ? number : 0), 0);
  const named = groups.map(({ name }, group) => [
    name,
    sum(cells.count, group),
    sum(cells.comparisons, group),
    sum(cells.outcomes, group),
  ]);
  return { groups: Object.fromEntries(named.map(([name, ...numbers]) => [name, numbers])), total };
}

/** Rows of the summaries that differ from what the tables say. */
function differences(): Promise<unknown[]> {
  return app.service(DataSource).query(`
    with entries as (
      select metric_id, created_at, model, 1 as count, (origin = 'outcome')::int as outcomes, value::text::numeric as sum,
        0 as comparisons from feedback where is_current
      union all select metric_id, created_at, '*', 0, 0, 0, 1 from comparisons
      union all select metric_id, created_at, preferred_model, 0, 0, 0, 1 from comparisons
      union all select metric_id, created_at, other_model, 0, 0, 0, 1 from comparisons where other_model <> preferred_model),
    expected as (
      select metric_id, date_trunc('hour', created_at, 'UTC') as hour, model, sum(count) as count, sum(outcomes) as outcomes,
        sum(sum) as sum, sum(comparisons) as comparisons from entries group by 1, 2, 3)
    select * from expected full join hourly_summaries kept using (metric_id, hour, model)
    where (expected.count, expected.outcomes, expected.sum, expected.comparisons)
      is distinct from (kept.count, kept.outcomes, kept.sum, kept.comparisons)`);
}

describe('statistics', () => {
  it('count values, outcomes and comparisons by metric and by model', async () => {
    const [metric, other] = [await app.metric('scalar'), await app.metric('bool')];
    const [one, two] = [await app.started({ model: 'support/a' }), await app.started({ model: 'support/b' })];
    const user_id = randomUUID();
    for (const value of [1, 4])
      await giveFeedback({ completion_id: one.completionId, metric: metric.key, value, user_id });
    await giveFeedback({ completion_id: two.completionId, metric: metric.key, value: 2 });
    await recordSessionOutcome({ session_id: two.session_id, metric: metric.key, value: 3 });
    await giveFeedback({ completion_id: two.completionId, metric: other.key, value: true });
    await compare(metric, one, two);
    await compare(metric, two, two === one ? one : await app.started({ model: 'support/b' }));
    expect(await sums({})).toMatchObject({ groups: { [metric.key]: [3, 2, 1], [other.key]: [1, 0, 0] } });
    expect(await sums({ metric_id: metric.id, group_by: 'model' })).toEqual({
      groups: { 'support/a': [1, 1, 0], 'support/b': [2, 2, 1] },
      total: { count: 3, comparisons: 2, outcomes: 1 },
    });
    const { cells } = await ask({ metric_id: metric.id, group_by: 'model', interval: 'day' });
    expect(cells.mean).toEqual([2.5, 4]);
    expect((await ask({ metric_id: metric.id, interval: 'minute' })).total.count).toBe(3);
  });

  it('have no mean over several metrics', async () => {
    const model = `support/${randomUUID()}`;
    for (const kind of ['scalar', 'bool'] as const) {
      const metric = await app.metric(kind);
      await giveFeedback({ completion_id: (await app.started({ model })).completionId, metric: metric.key, value: 1 });
    }
    const { groups, cells } = await ask({ group_by: 'model', interval: 'day' });
    const at = groups.findIndex(({ name }) => name === model);
    expect(cells.mean[cells.group.indexOf(at)]).toBeNull();
  });

  it('cover a period to the millisecond, with intervals in UTC', async () => {
    const metric = await app.metric('scalar');
    const times = ['10:29:59.999', '10:30:00.000', '10:59:59.999', '11:00:00.000', '13:00:00.000', '13:10:00.000'];
    for (const [value, time] of times.entries())
      await importOne({ model: 'support/a', created_at: `2026-03-01T${time}Z` }, metric, [value]);
    const part = { metric_id: metric.id, from: '2026-03-01T10:30:00Z', to: '2026-03-01T13:10:00Z' };
    await until(async () => (await ask({ ...part, to: '2026-03-02T00:00:00Z' })).total.count === 5);
    const cellsOf = async (fields: Asked) => {
      const { time, count, mean } = (await ask({ ...part, ...fields })).cells;
      return time.map((number, index) => [number, count[index], mean[index]]);
    };
    expect(await cellsOf({ interval: 'hour' })).toEqual([
      [0, 2, 1.5],
      [1, 1, 3],
      [3, 1, 4],
    ]);
    expect(await cellsOf({ interval: 'day' })).toEqual([[0, 4, 2.5]]);
    expect((await cellsOf({ interval: 'minute' })).map(([number]) => number)).toEqual([0, 29, 30, 150]);
  });

  it('have the 20 largest groups, and the rest together', async () => {
    const metric = await app.metric('scalar');
    const created_at = '2026-04-01T12:00:00.000Z';
    for (let model = 0; model < 23; model += 1) {
      const values = Array.from({ length: model === 22 ? 3 : 1 }, () => 1);
      await importOne(
        { model: model === 0 ? null : `support/m${String(model).padStart(2, '0')}`, created_at },
        metric,
        values,
      );
    }
    const part = { metric_id: metric.id, from: '2026-04-01T00:00:00Z', to: '2026-04-02T00:00:00Z' };
    await until(async () => (await ask(part)).total.count === 25);
    const { groups, cells } = await ask({ ...part, group_by: 'model' });
    expect(groups).toHaveLength(21);
    expect([groups[0], groups[1], groups.at(-1)]).toEqual([
      { name: 'support/m22', other: false },
      { name: null, other: false },
      { name: null, other: true },
    ]);
    expect([cells.count[0], cells.count.at(-1)]).toEqual([3, 3]);
  });

  it('are the same after corrections and erasures as without them', async () => {
    const metric = await app.metric('scalar');
    const user = randomUUID();
    const [own, kept] = [await app.started({ user, model: 'support/a' }), await app.started({ model: 'support/a' })];
    for (const value of [1e308, 0.1])
      await giveFeedback({ completion_id: own.completionId, metric: metric.key, value });
    await giveFeedback({ completion_id: kept.completionId, metric: metric.key, value: 5 });
    await compare(metric, own, kept);
    await correct(kept, randomUUID());
    await until(
      async () => (await sums({ metric_id: metric.id, group_by: 'model' })).groups['support/fallback'] !== undefined,
    );
    expect(await differences()).toEqual([]);
    await app.ask(eraseFeedbackOfUser, { project_id: app.projectId, user, erased_at: new Date().toISOString() });
    expect((await ask({ metric_id: metric.id })).total).toEqual({ count: 1, comparisons: 0, outcomes: 0 });
    expect(await differences()).toEqual([]);
  });

  it('are correct under concurrent writes', async () => {
    const metric = await app.metric('scalar');
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => app.started({ model: `support/${index}` })),
    );
    const user_ids = [randomUUID(), randomUUID()];
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        giveFeedback({
          completion_id: (answers[index % 4] as { completionId: string }).completionId,
          metric: metric.key,
          value: index,
          user_id: user_ids[index % 2] as string,
        }),
      ),
    );
    expect((await ask({ metric_id: metric.id })).total.count).toBe(4);
    expect(await differences()).toEqual([]);
  });

  it('are deleted with their metric, and rejected for it', async () => {
    const metric = await app.metric('scalar');
    const one = await app.started();
    await giveFeedback({ completion_id: one.completionId, metric: metric.key, value: 1 });
    await compare(metric, one, await app.started());
    await app.ask(deleteMetric, { id: metric.id, project_id: app.projectId });
    await expect(ask({ metric_id: metric.id })).rejects.toMatchObject({ code: 'metric_not_found' });
    expect((await ask({})).groups.map(({ name }) => name)).not.toContain(metric.key);
    await app.service(MetricRemovalWorker).deleteAll(new AbortController().signal);
    const left = await app.service(DataSource).query('select from hourly_summaries where metric_id = $1', [metric.id]);
    expect(left).toEqual([]);
  });
});
