import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { userErased } from '@earshot/contracts-interactions';
import { overloaded } from '@earshot/errors';
import { until } from '@earshot/messaging/testing';
import { maxWaitingItems, type ClaimedQueue } from '../src/review-filling/fill.js';
import { FillingRepository } from '../src/review-filling/filling.repository.js';
import { FeedbackApp } from './feedback-app.js';
import { everything, filledQueuesOf } from './filled-queues.js';

jest.setTimeout(60_000);
const app = new FeedbackApp();
beforeAll(() => app.start(2));
afterAll(() => app.stop());

const { query, queueOf, answer, itemsOf, fillOf, due, hasItems, isIdle } = filledQueuesOf(app);
let metricId: string;

beforeEach(async () => {
  app.interactions.completions.length = 0;
  app.interactions.failing.clear();
  metricId = (await app.metric('scalar')).id;
});

describe('a queue of a filter', () => {
  it('has the completions that the filter finds, in that order, and later ones after them', async () => {
    const found = [await answer({}), await answer({}), await answer({})];
    const queue = await queueOf(metricId, { filter: everything });
    await hasItems(queue, 3);
    expect(await itemsOf(queue)).toEqual(found.map((id) => [id]));
    const later = await answer({});
    await due(queue);
    await hasItems(queue, 4);
    expect((await itemsOf(queue)).at(-1)).toEqual([later]);
  });

  it('has each completion once while two processes fill it', async () => {
    const found = await Promise.all(Array.from({ length: 60 }, () => answer({})));
    const queues = await Promise.all(Array.from({ length: 5 }, () => queueOf(metricId, { filter: everything })));
    // Each run claims what another has just stored.
    for (let round = 0; round < 10; round += 1) await Promise.all(queues.map(due));
    for (const queue of queues) {
      await hasItems(queue, found.length);
      await isIdle(queue);
      expect((await itemsOf(queue)).flat().sort()).toEqual([...found].sort());
    }
  });

  it('stops at 1,000 waiting items, and continues after reviews', async () => {
    const all = await Promise.all(Array.from({ length: maxWaitingItems + 30 }, () => answer({})));
    const queue = await queueOf(metricId, { filter: everything });
    await hasItems(queue, maxWaitingItems);
    await due(queue);
    await isIdle(queue);
    expect(await itemsOf(queue)).toHaveLength(maxWaitingItems);
    await query(
      `update review_items set status = 'reviewed' where id in (
         select id from review_items where queue_id = $1 order by created_at, id limit 20)`,
      [queue],
    );
    await due(queue);
    await hasItems(queue, maxWaitingItems + 20);
    expect((await itemsOf(queue)).flat()).toEqual(all.slice(0, maxWaitingItems + 20));
  });

  it('has no completion of an erased user', async () => {
    const [user, erased_at] = [randomUUID(), new Date(Date.now() + 1_000).toISOString()];
    await answer({ user });
    const other = await answer({});
    await app.publishEvent(userErased, { project_id: app.projectId, user, erased_at });
    await until(async () => (await query<unknown[]>('select from erased_users where user_id = $1', [user])).length > 0);
    const queue = await queueOf(metricId, { filter: everything });
    await isIdle(queue);
    expect(await itemsOf(queue)).toEqual([[other]]);
  });
});

describe('a process that ends while it fills a queue', () => {
  it('leaves the queue to other processes once its claim has expired', async () => {
    const queue = await queueOf(metricId, null);
    const found = await answer({});
    const until = new Date(Date.now() + 3_600_000);
    await query('update review_queues set source = $2, fill_after = $3 where id = $1', [
      queue,
      JSON.stringify({ filter: everything }),
      until,
    ]);
    const other = await queueOf(metricId, { filter: everything });
    await hasItems(other, 1);
    expect(await itemsOf(queue)).toEqual([]);
    await query(`update review_queues set fill_after = now() - interval '1 minute' where id = $1`, [queue]);
    await hasItems(queue, 1);
    expect(await itemsOf(queue)).toEqual([[found]]);
  });

  it('stores nothing after another process has taken over', async () => {
    const repository = app.service(FillingRepository);
    const [first, second] = [await answer({}), await answer({})] as [string, string];
    const queue = await queueOf(metricId, { filter: everything });
    await isIdle(queue);
    const [row] = await query<ClaimedQueue[]>(
      'select id, project_id, kind, source, fill_cursor, fill_after from review_queues where id = $1',
      [queue],
    );
    const before = await fillOf(queue);
    const late = { ...(row as ClaimedQueue), fill_cursor: null, fill_after: new Date(0) };
    const session_id = randomUUID();
    const items = [first, second].map((completion_id) => ({ completions: [{ completion_id, session_id }] }));
    await repository.store(late, { items, cursor: '0', more: true }, new Date());
    await repository.postpone(late, new Date(), 'late');
    expect(await fillOf(queue)).toEqual(before);
    expect(await itemsOf(queue)).toHaveLength(2);
  });
});

describe('a queue of two models', () => {
  it('pairs the latest complete answers of both to a prompt', async () => {
    const models = [await app.model('a'), await app.model('b')] as [string, string];
    const other = await app.model('c');
    const at = (model_id: string, prompt_hash: string, complete = true) => answer({ model_id, prompt_hash, complete });
    await at(models[0], 'p1');
    const a1 = await at(models[0], 'p1');
    await at(models[0], 'p1', false);
    const b1 = await at(models[1], 'p1');
    await at(models[0], 'p2');
    await at(models[1], 'p3', false);
    await at(models[0], 'p3');
    await at(other, 'p2');
    const queue = await queueOf(metricId, { models });
    await isIdle(queue);
    expect(await itemsOf(queue)).toEqual([[a1, b1].sort()]);
    const b2 = await at(models[1], 'p2');
    await due(queue);
    await hasItems(queue, 2);
    expect((await itemsOf(queue))[1]).toContain(b2);
  });

  it('goes through more answers than one step compares', async () => {
    const models = [await app.model('a'), await app.model('b')] as [string, string];
    const prompts = Array.from({ length: 200 }, (_, n) => `many-${n}`);
    await Promise.all(prompts.map((prompt_hash) => answer({ model_id: models[0], prompt_hash })));
    await Promise.all(prompts.map((prompt_hash) => answer({ model_id: models[1], prompt_hash })));
    const queue = await queueOf(metricId, { models });
    await hasItems(queue, 200);
    await isIdle(queue);
    expect(await itemsOf(queue)).toHaveLength(200);
  });
});

describe('a queue of two models with a filter', () => {
  it('has only prompts with an answer that matches', async () => {
    const models = [await app.model('a'), await app.model('b')] as [string, string];
    const at = (index: 0 | 1, prompt_hash: string, ab_campaign?: string) =>
      answer({ model_id: models[index], prompt_hash, ...(ab_campaign && { ab_campaign }) });
    const pair = [await at(0, 'f1', 'trial'), await at(1, 'f1')];
    await at(0, 'f2');
    await at(1, 'f2');
    const queue = await queueOf(metricId, { models, filter: { ...everything, ab_campaign: 'trial' } });
    await isIdle(queue);
    expect(await itemsOf(queue)).toEqual([pair.sort()]);
  });
});

describe('a queue of a campaign', () => {
  async function campaignOf(model_ids: string[]): Promise<string> {
    const id = randomUUID();
    const created_at = '2026-01-31T12:00:00.000Z';
    const about = { id, project_id: app.projectId, key: id, name: 'c', metric_id: metricId, model_ids };
    const settings = { traffic_split: 0.5, feedback_type: 'metric' as const, auto_deploy: false };
    const state = { status: 'warmup' as const, winner_model_id: null, created_at, updated_at: created_at };
    await app.inference.put(id, { ...about, ...settings, ...state });
    return id;
  }

  it('pairs answers of its models in the campaign only', async () => {
    const models = [await app.model('a'), await app.model('b')] as [string, string];
    const id = await campaignOf(models);
    const inside = { ab_campaign: id, prompt_hash: 'c1' };
    const a = await answer({ model_id: models[0], ...inside });
    const b = await answer({ model_id: models[1], ...inside });
    await answer({ model_id: models[1], prompt_hash: 'c1' });
    const queue = await queueOf(metricId, { ab_campaign: id });
    await isIdle(queue);
    expect(await itemsOf(queue)).toEqual([[a, b].sort()]);
  });

  it('pairs the answers of every two of its models', async () => {
    const models = [await app.model('a'), await app.model('b'), await app.model('c'), await app.model('d')];
    const ab_campaign = await campaignOf(models);
    const answers: string[] = [];
    for (const model_id of models) answers.push(await answer({ model_id, ab_campaign, prompt_hash: 'every' }));
    const queue = await queueOf(metricId, { ab_campaign });
    await isIdle(queue);
    const pairs = answers.flatMap((one, index) => answers.slice(index + 1).map((other) => [one, other].sort()));
    expect((await itemsOf(queue)).map(String).sort()).toEqual(pairs.map(String).sort());
  });
});

describe('a source that cannot be read', () => {
  it('shows the reason, keeps its items and does not stop others', async () => {
    const gone = randomUUID();
    const failing = await queueOf(metricId, { ab_campaign: gone });
    const found = await answer({});
    const queue = await queueOf(metricId, { filter: everything });
    await hasItems(queue, 1);
    expect(await itemsOf(queue)).toEqual([[found]]);
    await until(async () => (await fillOf(failing)).error !== null);
    expect((await fillOf(failing)).error).toContain(gone);
  });

  it('is retried from its position after an outage, without an error for its owner', async () => {
    const models = [await app.model('a'), await app.model('b')] as [string, string];
    app.interactions.failing.set(models[0], overloaded('service_unavailable', 'Later.', 1));
    const queue = await queueOf(metricId, { models });
    const pair = await Promise.all(models.map((model_id) => answer({ model_id, prompt_hash: 'again' })));
    await until(async () => (await fillOf(queue)).isIdle);
    expect(await fillOf(queue)).toMatchObject({ cursor: null, error: null });
    app.interactions.failing.clear();
    await due(queue);
    await hasItems(queue, 1);
    expect(await itemsOf(queue)).toEqual([pair.sort()]);
  });

  it('has no error once it can be read again', async () => {
    const queue = await queueOf(metricId, { filter: { metric: 'no filter' } });
    await until(async () => (await fillOf(queue)).error !== null);
    await query('update review_queues set source = $2, fill_after = null where id = $1', [
      queue,
      JSON.stringify({ filter: everything }),
    ]);
    await isIdle(queue);
    expect((await fillOf(queue)).error).toBeNull();
  });
});
