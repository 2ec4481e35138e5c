import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { feedbackRecorded } from '@earshot/contracts-feedback';
import {
  eraseInteraction,
  interactionErased,
  interactionRecorded,
  userErased,
  type InteractionRecorded,
} from '@earshot/contracts-interactions';
import { until } from '@earshot/messaging/testing';
import { ErasureService } from '../src/erasure/erasure.service.js';
import { RecordingService } from '../src/recording/recording.service.js';
import { feedbackOn, served } from './fixtures.js';
import { InteractionsSuite } from './interactions-suite.js';

const suite = new InteractionsSuite(2);
const { app, read } = suite;

const erase = (completion_id: string) => app.send(eraseInteraction, { project_id: suite.project.id, completion_id });
const idsOf = ({ completions }: InteractionRecorded) => completions.map(({ completion_id }) => completion_id);
const rowsAbout = async (id: string) => {
  const tables = ['interactions', 'feedback_values', 'interaction_marks'];
  const counts = tables.map((table) => app.dataSource.query(`select from ${table} where completion_id = $1`, [id]));
  return (await Promise.all(counts)).flat().length;
};

it('erases an interaction with all choices of its answer and nothing else', async () => {
  app.bucket.set('conversation/one.json', true);
  const choices = [0, 1].map((index) => {
    return { completion_id: randomUUID(), index, text: 'Hi', finish_reason: 'stop' as const };
  });
  const inBucket = { messages: [], conversation: { name: 'one.json', size: 3 } };
  const doomed = served(suite.project, { completions: choices, labels: { a: 'b' }, tags: ['t'], ...inBucket });
  const later = new Date(Date.parse(doomed.created_at) + 1).toISOString();
  const other = served(suite.project, { session_id: doomed.session_id, created_at: later });
  const [first, second] = idsOf(doomed) as [string, string];
  for (const event of [doomed, other]) await app.publish(interactionRecorded, event);
  const metric_id = randomUUID();
  await app.publish(feedbackRecorded, feedbackOn(suite.project, { completion_id: second, metric_id, value: 1 }));
  await read(second);

  const erased = await erase(first);

  expect([...erased.completion_ids].sort()).toEqual([first, second].sort());
  expect(await erase(second)).toEqual(erased);
  expect(app.published(interactionErased)).toEqual([{ project_id: suite.project.id, ...erased }]);
  for (const id of [first, second]) {
    await expect(read(id)).rejects.toMatchObject({ code: 'completion_not_found' });
    expect(await rowsAbout(id)).toBe(0);
  }
  expect(app.bucket.has('conversation/one.json')).toBe(false);
  expect(await read(idsOf(other)[0] as string)).toMatchObject({ session_id: doomed.session_id });
});

it('does not restore an erased interaction when its event is delivered again', async () => {
  const event = served(suite.project);
  const [id] = idsOf(event) as [string];
  await app.publish(interactionRecorded, event);
  await erase(id);
  const value = feedbackOn(suite.project, { completion_id: id, metric_id: randomUUID(), value: 1 });
  await app.publish(interactionRecorded, { ...event, attempt: 2 });
  await app.publish(feedbackRecorded, value);
  await expect(read(id)).rejects.toMatchObject({ code: 'completion_not_found' });
  expect(await rowsAbout(id)).toBe(0);
});

it('does not keep events of an interaction that arrive during its erasure', async () => {
  const event = served(suite.project);
  const [id] = idsOf(event) as [string];
  await app.publish(interactionRecorded, event);
  await read(id);
  const [erasure, recording] = [app.service(ErasureService), app.service(RecordingService)];
  const asked = { body: { project_id: suite.project.id, completion_id: id }, call: app.call };
  const found = await erasure.beginCompletions([asked]);
  const value = feedbackOn(suite.project, { completion_id: id, metric_id: randomUUID(), value: 1 });
  let told: Promise<void> | undefined;
  await app.dataSource.transaction(async (tx) => {
    await erasure.eraseCompletions(tx, asked, found);
    told = app.dataSource.transaction((other) => recording.feedback(other, [{ body: value, call: app.call }]));
    await Promise.race([told, sleep(500)]);
  });
  await told;
  expect(await rowsAbout(id)).toBe(0);
});

it('an interaction of another project, or none, is not erased', async () => {
  const event = served(suite.project);
  const [id] = idsOf(event) as [string];
  await app.publish(interactionRecorded, event);
  const another = await app.project();
  const refused = app.send(eraseInteraction, { project_id: another.id, completion_id: id });
  await expect(refused).rejects.toMatchObject({ code: 'completion_not_found' });
  await expect(erase(randomUUID())).rejects.toMatchObject({ code: 'completion_not_found' });
  expect(await read(id)).toMatchObject({ completion_id: id });
});

it('repeats erasures after the tables were restored to an earlier time', async () => {
  const user = randomUUID();
  const [ofUser, one, kept] = [served(suite.project, { user }), served(suite.project), served(suite.project)];
  for (const event of [ofUser, one, kept]) await app.publish(interactionRecorded, event);
  for (const event of [ofUser, one, kept]) await read(idsOf(event)[0] as string);
  // As the log has it of the time after that to which the tables were restored.
  const erased = { project_id: suite.project.id, erased_at: new Date(Date.now() + 1_000).toISOString() };
  await app.publish(userErased, { ...erased, user });
  await app.publish(interactionErased, { ...erased, completion_ids: idsOf(one) });
  for (const event of [ofUser, one]) {
    const [id] = idsOf(event) as [string];
    await until(async () => (await rowsAbout(id)) === 0);
    await expect(read(id)).rejects.toMatchObject({ code: 'completion_not_found' });
  }
  await app.publish(interactionRecorded, one);
  await expect(read(idsOf(one)[0] as string)).rejects.toMatchObject({ code: 'completion_not_found' });
  expect(await read(idsOf(kept)[0] as string)).toMatchObject({ user: null });
});
