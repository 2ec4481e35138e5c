import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { comparisonRecorded, feedbackRecorded, feedbackRemoved } from '@earshot/contracts-feedback';
import { eraseInteraction, eraseUser, interactionRecorded, readInteraction } from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';
import { until } from '@earshot/messaging/testing';
import { RetentionService } from '../src/retention/retention.service.js';
import { StatisticsService } from '../src/statistics/statistics.service.js';
import { comparisonOn, feedbackOn, served } from './fixtures.js';
import { startedApp } from './interactions-suite.js';

const app = startedApp(2);

/** All tables of the service with a column `project_id`, but the list of removed projects. */
async function rowsOf({ id }: Project): Promise<Record<string, number>> {
  const tables: { name: string }[] = await app.dataSource.query(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'project_id'
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'removed_projects' order by 1`,
  );
  const counts = tables.map(async ({ name }) => {
    const rows = await app.dataSource.query(`select count(*)::int as n from ${name} where project_id = $1`, [id]);
    return [name, (rows as [{ n: number }])[0].n] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

const signal = new AbortController().signal;

/** A project with so many interactions, and rows in every table. */
async function furnished(interactions: number): Promise<Project> {
  const project = await app.project({ interactions_days: 7 });
  const old = served(project, { created_at: new Date(Date.now() - 8 * 86_400_000).toISOString() });
  const events = [...Array.from({ length: interactions + 1 }, () => served(project, { tags: ['t'] })), old];
  await Promise.all(events.map((event) => app.publish(interactionRecorded, event)));
  const ids = events.map(({ completions }) => completions[0]?.completion_id as string);
  const [first, second] = ids as [string, string];
  const metric_id = randomUUID();
  for (const completion_id of [first, randomUUID()])
    await app.publish(feedbackRecorded, feedbackOn(project, { completion_id, metric_id, value: 1 }));
  await app.publish(comparisonRecorded, comparisonOn(project, { preferred: first, other: second, metric_id }));
  const removed_at = new Date().toISOString();
  await app.publish(feedbackRemoved, { id: randomUUID(), metric_id, project_id: project.id, removed_at });
  await app.send(eraseUser, { project_id: project.id, user: randomUUID() });
  for (const completion_id of ids) await app.send(readInteraction, { project_id: project.id, completion_id });
  await app.send(eraseInteraction, { project_id: project.id, completion_id: ids.at(-2) as string });
  await app.service(RetentionService).deleteExpired(app.call, signal);
  await app.service(StatisticsService).merge(signal);
  // A change that is not merged yet.
  const late = served(project, { tags: ['t'] });
  await app.publish(interactionRecorded, late);
  await app.send(readInteraction, {
    project_id: project.id,
    completion_id: late.completions[0]?.completion_id as string,
  });
  await until(async () => Object.values(await rowsOf(project)).every((rows) => rows > 0));
  return project;
}

it('a removed project leaves nothing in any table; other projects keep theirs', async () => {
  const [gone, other] = [await furnished(450), await furnished(3)];
  const kept = await rowsOf(other);
  expect(kept).toMatchObject({ interactions: 4, interaction_marks: 4, feedback_values: 2, preferences: 1 });
  await app.removeProject(gone);
  await until(async () => {
    await app.service(StatisticsService).merge(signal);
    return Object.values(await rowsOf(gone)).every((rows) => rows === 0);
  });
  expect(await rowsOf(other)).toMatchObject({
    interactions: 4,
    interaction_marks: 4,
    feedback_values: 2,
    preferences: 1,
  });
  expect((await rowsOf(other))['interaction_day_counts']).toBeGreaterThan(0);
});
