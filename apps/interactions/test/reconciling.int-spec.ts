import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { comparisonRecorded, feedbackRecorded, type ComparisonRecorded } from '@earshot/contracts-feedback';
import { eraseUser, importInteraction, interactionRecorded } from '@earshot/contracts-interactions';
import { missingOf } from '@earshot/persistence';
import { until } from '@earshot/messaging/testing';
import { checks } from '../src/database/reconciliation-checks.js';
import { RetentionService } from '../src/retention/retention.service.js';
import { imported, feedbackOn, served } from './fixtures.js';
import { startedApp } from './interactions-suite.js';

const app = startedApp();

/** What of all that was told is missing, by kind of thing, in the order of the checks. */
async function missing(): Promise<number[]> {
  const counts: number[] = [];
  for (const comparison of checks) {
    const records = app.broker.recordsOf(comparison.topic.name).flat();
    const ofType = records.filter(({ headers }) => headers['type'] === comparison.type);
    const events = ofType.map(({ value }) => JSON.parse(String(value)) as unknown);
    counts.push((await missingOf(app.dataSource, comparison, events)).missing);
  }
  return counts;
}

const becomes = (expected: readonly number[]) =>
  until(async () => JSON.stringify(await missing()) === JSON.stringify(expected));

it('reconciling finds nothing missing while all is stored, then every missing row except erased ones', async () => {
  const project = await app.project();
  const metric = await app.metric(project, 'score', 'scalar');
  const [gone, erased] = [randomUUID(), randomUUID()];
  const [one, two] = [served(project, { user: gone }), served(project, { user: erased })];
  for (const event of [one, two]) await app.publish(interactionRecorded, event);
  const [first, second] = [one, two].map(({ completions }) => completions[0]?.completion_id as string) as [
    string,
    string,
  ];
  const late = imported(project, { user: gone, feedbacks: [] });
  await app.send(importInteraction, late);
  const values = [first, second].map((completion_id) =>
    feedbackOn(project, { completion_id, metric_id: metric.id, value: 1 }),
  );
  for (const value of values) await app.publish(feedbackRecorded, value);
  const compared: ComparisonRecorded = {
    id: randomUUID(),
    project_id: project.id,
    metric_id: metric.id,
    metric: 'score',
    preferred: { completion_id: first, model: null },
    other: { completion_id: late.completion_id, model: null },
    tied: null,
    user_id: null,
    created_at: new Date().toISOString(),
    interactions: [],
  };
  await app.publish(comparisonRecorded, compared);
  await becomes([0, 0, 0, 0, 0]);

  await app.send(eraseUser, { project_id: project.id, user: erased });
  await until(async () => {
    const left: unknown[] = await app.dataSource.query('select from interactions where completion_id = $1', [second]);
    return left.length === 0;
  });
  expect(await missing()).toEqual([0, 0, 0, 0, 0]);

  await app.dataSource.query('delete from feedback_values where id = $1', [values[0]?.id]);
  await app.dataSource.query('delete from preferences where id = $1', [compared.id]);
  expect(await missing()).toEqual([0, 0, 0, 1, 1]);
  await app.dataSource.query('delete from interactions where user_id = $1', [gone]);
  expect(await missing()).toEqual([1, 1, 0, 0, 0]);
});

it('does not report expired interactions as missing', async () => {
  const project = await app.project({ interactions_days: 1 });
  const before = await missing();
  const created_at = new Date(Date.now() - 2 * 86_400_000).toISOString();
  await app.publish(interactionRecorded, served(project, { created_at }));
  await app.send(importInteraction, imported(project, { created_at, feedbacks: [] }));
  const stored = () => app.dataSource.query('select from interactions where project_id = $1', [project.id]);
  await until(async () => ((await stored()) as unknown[]).length === 2);

  await app.service(RetentionService).deleteExpired(app.call, new AbortController().signal);

  expect(await stored()).toEqual([]);
  expect(await missing()).toEqual(before);
});
