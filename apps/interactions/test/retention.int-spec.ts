import { expect, it } from '@jest/globals';
import { interactionErased, interactionRecorded, readInteraction } from '@earshot/contracts-interactions';
import { until } from '@earshot/messaging/testing';
import { RetentionService } from '../src/retention/retention.service.js';
import { served } from './fixtures.js';
import { startedApp } from './interactions-suite.js';

const app = startedApp();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

it('deletes interactions after the retention of their project and no others', async () => {
  const [forDays, forGood] = [await app.project({ interactions_days: 7 }), await app.project()];
  app.bucket.set('conversation/old.json', true);
  const inBucket = { messages: [], conversation: { name: 'old.json', size: 3 } };
  const old = served(forDays, { created_at: daysAgo(7.01), labels: { a: 'b' }, ...inBucket });
  const others = [served(forDays, { created_at: daysAgo(6.99) }), served(forGood, { created_at: daysAgo(7.01) })];
  const read = async ({ project_id, completions }: typeof old) => {
    const completion_id = completions[0]?.completion_id as string;
    return (await app.send(readInteraction, { project_id, completion_id })).completion_id;
  };
  for (const event of [old, ...others]) await app.publish(interactionRecorded, event);
  for (const event of [old, ...others]) await read(event);

  await app.service(RetentionService).deleteExpired(app.call, new AbortController().signal);

  await expect(read(old)).rejects.toMatchObject({ code: 'completion_not_found' });
  for (const event of others) expect(await read(event)).toBe(event.completions[0]?.completion_id);
  expect(app.bucket.has('conversation/old.json')).toBe(false);
  const [id] = old.completions.map(({ completion_id }) => completion_id);
  expect(await app.dataSource.query('select from interaction_marks where completion_id = $1', [id])).toEqual([]);
  const told = { project_id: forDays.id, completion_ids: [id], erased_at: expect.any(String), expired: true };
  await until(async () => app.published(interactionErased).length > 0);
  expect(app.published(interactionErased)).toEqual([told]);
});
