import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { feedbackRecorded } from '@earshot/contracts-feedback';
import {
  eraseUser,
  importInteraction,
  interactionRecorded,
  listInteractionFeedback,
  listInteractions,
  userErased,
} from '@earshot/contracts-interactions';
import { until } from '@earshot/messaging/testing';
import { ErasureService } from '../src/erasure/erasure.service.js';
import { RecordingService } from '../src/recording/recording.service.js';
import { everything, imported, feedbackOn, served } from './fixtures.js';
import { InteractionsSuite } from './interactions-suite.js';

const suite = new InteractionsSuite(2);
const { app, read } = suite;

const listOf = async (user: string) =>
  (
    await app.send(listInteractions, {
      project_id: suite.project.id,
      limit: 100,
      cursor: null,
      filter: { ...everything, user },
    })
  ).data.map(({ completion_id }) => completion_id);
const count = async (table: string, where: string, value: string) =>
  (
    (await app.dataSource.query(`select count(*)::int as n from ${table} where ${where}`, [value])) as [{ n: number }]
  )[0].n;

it('hides an erased user before it answers, then deletes rows and objects of the user', async () => {
  const [user, other] = [randomUUID(), randomUUID()];
  app.bucket.set('conversation/u.json', true);
  const events = [
    served(suite.project, { user, labels: { a: 'b' }, tags: ['t'] }),
    served(suite.project, { user, messages: [], conversation: { name: 'u.json', size: 3 } }),
    served(suite.project, { user: other }),
  ];
  const [mine, large, others] = events.map(({ completions }) => completions[0]?.completion_id as string) as [
    string,
    string,
    string,
  ];
  for (const event of events) await app.publish(interactionRecorded, event);
  const metric_id = randomUUID();
  await app.publish(
    feedbackRecorded,
    feedbackOn(suite.project, { completion_id: mine, metric_id, value: 1, user_id: other }),
  );
  await app.publish(
    feedbackRecorded,
    feedbackOn(suite.project, { completion_id: others, metric_id, value: 2, user_id: user }),
  );
  await app.publish(
    feedbackRecorded,
    feedbackOn(suite.project, { completion_id: others, metric_id, value: 3, user_id: other }),
  );
  // A list shows what is in the tables; whoever asks for one of them waits for it.
  for (const id of [mine, large, others]) await read(id);
  expect((await listOf(user)).sort()).toEqual([mine, large].sort());
  const about = { project_id: suite.project.id, completion_id: others, limit: 10, cursor: null };
  expect((await app.send(listInteractionFeedback, about)).data).toHaveLength(2);

  await app.send(eraseUser, { project_id: suite.project.id, user });

  expect(await listOf(user)).toEqual([]);
  for (const gone of [mine, large]) await expect(read(gone)).rejects.toMatchObject({ code: 'completion_not_found' });
  expect((await app.send(listInteractionFeedback, about)).data.map(({ value }) => value)).toEqual([3]);
  expect(await listOf(other)).toEqual([others]);
  expect(app.published(userErased)).toContainEqual(expect.objectContaining({ project_id: suite.project.id, user }));
  await until(async () => {
    const left = [
      await count('interactions', 'user_id = $1', user),
      await count('feedback_values', 'user_id = $1', user),
      await count('feedback_values', 'completion_id = $1', mine),
      await count('interaction_marks', 'completion_id = $1', mine),
    ];
    return left.every((n) => n === 0) && !app.bucket.has('conversation/u.json');
  });
});

it.each(['feedback_values', 'preferences'])(
  'a user who is erased leaves no %s, however many there are',
  async (table) => {
    const user = randomUUID();
    const values = {
      feedback_values: `(id, project_id, completion_id, metric_id, metric, value, is_bool, user_id, created_at)
        select gen_random_uuid(), $1, gen_random_uuid(), $1, 'm', 1, true, $2, now()`,
      preferences: `(id, project_id, metric_id, preferred_id, other_id, user_id, created_at)
        select gen_random_uuid(), $1, $1, gen_random_uuid(), gen_random_uuid(), $2, now()`,
    }[table] as string;
    await app.dataSource.query(`insert into ${table} ${values} from generate_series(1, 5000)`, [
      suite.project.id,
      user,
    ]);
    await app.send(eraseUser, { project_id: suite.project.id, user });
    await until(async () => (await count(table, 'user_id = $1', user)) === 0);
  },
);

it('ignores late events of an erased user but stores later interactions', async () => {
  const user = randomUUID();
  const late = served(suite.project, { user });
  const { erased_at } = await app.send(eraseUser, { project_id: suite.project.id, user });
  await app.publish(interactionRecorded, late);
  const after = served(suite.project, { user, created_at: new Date(Date.parse(erased_at) + 1_000).toISOString() });
  await app.publish(interactionRecorded, after);
  const old = imported(suite.project, { user, created_at: '2024-01-01T00:00:00.000Z' });
  await app.send(importInteraction, old);
  await read(after.completions[0]?.completion_id as string);
  await expect(read(late.completions[0]?.completion_id as string)).rejects.toMatchObject({
    code: 'completion_not_found',
  });
  expect(await listOf(user)).toEqual([after.completions[0]?.completion_id, old.completion_id]);
});

it('does not keep events of a user that arrive during the erasure', async () => {
  const [user, others] = [randomUUID(), served(suite.project, {})];
  const completion_id = others.completions[0]?.completion_id as string;
  await app.publish(interactionRecorded, others);
  const value = feedbackOn(suite.project, { completion_id, metric_id: randomUUID(), value: 1, user_id: user });
  const [erasure, recording] = [app.service(ErasureService), app.service(RecordingService)];
  let told: Promise<void> | undefined;
  await app.dataSource.transaction(async (tx) => {
    await erasure.erase(tx, { project_id: suite.project.id, user }, app.call);
    // It begins after the time of the erasure, which it cannot see yet.
    told = app.dataSource.transaction((other) => recording.feedback(other, [{ body: value, call: app.call }]));
    await Promise.race([told, sleep(500)]);
  });
  await told;
  const about = { project_id: suite.project.id, completion_id, limit: 10, cursor: null };
  expect((await app.send(listInteractionFeedback, about)).data).toEqual([]);
});
