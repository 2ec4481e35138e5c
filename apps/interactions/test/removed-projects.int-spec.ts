import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { feedbackRecorded } from '@earshot/contracts-feedback';
import { eraseUser, interactionRecorded, readInteraction } from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';
import { eventually } from './eventually.js';
import { feedbackOn, served } from './fixtures.js';
import { startedApp } from './interactions-suite.js';

const app = startedApp(2);

const tables = ['interactions', 'interaction_marks', 'feedback_values', 'erasures'];

async function rowsOf({ id }: Project): Promise<Record<string, number>> {
  const counts = await Promise.all(
    tables.map(async (table) => {
      const rows = await app.dataSource.query(`select count(*)::int as n from ${table} where project_id = $1`, [id]);
      return [table, (rows as [{ n: number }])[0].n];
    }),
  );
  return Object.fromEntries(counts) as Record<string, number>;
}

/** A project with something in each table. */
async function furnished(interactions: number): Promise<Project> {
  const project = await app.project();
  const events = Array.from({ length: interactions }, () => served(project, { tags: ['t'] }));
  await Promise.all(events.map((event) => app.publish(interactionRecorded, event)));
  const ids = events.map(({ completions }) => completions[0]?.completion_id as string);
  const metric_id = randomUUID();
  const values = [ids[0] as string, randomUUID()].map((completion_id) =>
    feedbackOn(project, { completion_id, metric_id, value: 1 }),
  );
  for (const value of values) await app.publish(feedbackRecorded, value);
  await app.send(eraseUser, { project_id: project.id, user: randomUUID() });
  for (const completion_id of ids) await app.send(readInteraction, { project_id: project.id, completion_id });
  const all = { interactions, interaction_marks: interactions, feedback_values: 2, erasures: 1 };
  await eventually(async () => (JSON.stringify(await rowsOf(project)) === JSON.stringify(all) ? true : undefined));
  return project;
}

it('a project that is removed leaves nothing on record, and other projects what they have', async () => {
  const [gone, other] = [await furnished(450), await furnished(3)];
  await app.removeProject(gone);
  const nothing = JSON.stringify(Object.fromEntries(tables.map((table) => [table, 0])));
  await eventually(async () => (JSON.stringify(await rowsOf(gone)) === nothing ? true : undefined));
  expect(await rowsOf(other)).toEqual({ interactions: 3, interaction_marks: 3, feedback_values: 2, erasures: 1 });
});
