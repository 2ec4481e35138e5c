import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { recordComparison, recordOutcome } from '@earshot/contracts-feedback';
import { userErased } from '@earshot/contracts-interactions';
import { missingOf } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { until } from '@earshot/messaging/testing';
import { checks } from '../src/database/reconciliation-checks.js';
import { FeedbackApp } from './feedback-app.js';
import { feedbackCallerOf } from './feedback-caller.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

const app = new FeedbackApp();
const { giveFeedback, importOne } = feedbackCallerOf(app);

beforeAll(() => app.start());
afterAll(() => app.stop());

/** What of all that was told is missing, by kind of thing, in the order of the checks. */
async function missing(): Promise<number[]> {
  const counts: number[] = [];
  for (const comparison of checks) {
    const records = app.broker.recordsOf(comparison.topic.name).flat();
    const ofType = records.filter(({ headers }) => headers['type'] === comparison.type);
    const events = ofType.map(({ value }) => JSON.parse(String(value)) as unknown);
    counts.push((await missingOf(app.service(DataSource), comparison, events)).missing);
  }
  return counts;
}

const becomes = (expected: readonly number[]) =>
  until(async () => JSON.stringify(await missing()) === JSON.stringify(expected));

it('reconciling finds nothing missing while all is stored, then every missing row except erased ones', async () => {
  const metric = await app.metric('scalar');
  const erased = randomUUID();
  const one = await app.started();
  const two = await app.started({ user: erased });
  await giveFeedback({ completion_id: two.completionId, metric: metric.key });
  const { id: feedbackId } = await giveFeedback({ completion_id: one.completionId, metric: metric.key });
  const { id: outcomeId } = await app.ask(recordOutcome, {
    ...{ id: randomUUID(), project_id: app.projectId, metric: metric.key, value: 1, user_id: null },
    session_id: one.session_id,
  });
  const imported = await importOne({ created_at: '2026-01-01T00:00:00.000Z', model: null }, metric, [1]);
  const side = (completion_id: string) => ({ completion_id, text: null, model: null });
  const other = await app.started();
  const { id: compared } = await app.ask(recordComparison, {
    ...{ id: randomUUID(), project_id: app.projectId, metric: metric.key, tied: null, user_id: null, prompt: null },
    ...{ preferred: side(one.completionId), other: side(other.completionId), session_id: randomUUID() },
  });
  await becomes([0, 0, 0, 0, 0, 0]);

  const erased_at = new Date(Date.now() + 1_000).toISOString();
  await app.publishEvent(userErased, { project_id: app.projectId, user: erased, erased_at });
  // It goes last.
  await until(async () => {
    const left = 'select from completion_refs where completion_id = $1';
    return ((await app.service(DataSource).query(left, [two.completionId])) as unknown[]).length === 0;
  });
  expect(await missing()).toEqual([0, 0, 0, 0, 0, 0]);

  const remove = (table: string, ids: string[]) =>
    app.service(DataSource).query(`delete from ${table} where id = any($1::uuid[])`, [ids]);
  await remove('feedback', [feedbackId, outcomeId, ...imported.feedbacks.map(({ id }) => id)]);
  await remove('comparisons', [compared]);
  expect(await missing()).toEqual([0, 0, 0, 1, 3, 1]);
  await app
    .service(DataSource)
    .query('delete from completion_refs where completion_id = any($1::uuid[])', [
      [one.completionId, imported.completion_id],
    ]);
  expect(await missing()).toEqual([1, 0, 1, 0, 0, 0]);
});
