import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  deleteReviewQueue,
  listReviewItems,
  listReviewQueues,
  releaseReviewLease,
  updateReviewQueue,
  type ReviewQueue,
} from '@earshot/contracts-feedback';
import { auditRecorded, type AuditEntry } from '@earshot/contracts-projects';
import { DataSource } from 'typeorm';
import { LeasesService } from '../src/review/leases.service.js';
import { FeedbackApp } from './feedback-app.js';
import { reviewsOf } from './reviews-caller.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

const app = new FeedbackApp();
const { of, queue, add, lease, leaseSome, review, countsOf, items } = reviewsOf(app);

beforeAll(() => app.start());
afterAll(() => app.stop());

const completion = async () => (await app.started()).completionId;
/** A queue of kind `rate` with so many items. */
async function filled(count: number, fields: object = {}): Promise<ReviewQueue> {
  const made = await queue(await app.metric('bool'), { kind: 'rate', ...fields });
  const completions = await Promise.all(Array.from({ length: count }, completion));
  if (count > 0) await add(made, ...completions.map((id) => [id]));
  return made;
}
/** The time of all leases of a queue passes. */
const expire = ({ id }: ReviewQueue) =>
  app
    .service(DataSource)
    .query(`update review_leases set expires_at = now() - interval '1 s' where queue_id = $1`, [id]);

describe('a review queue', () => {
  it('is created, read by key, updated, listed and deleted; the audit log has each change', async () => {
    const metric = await app.metric('bool');
    const made = await queue(metric, { key: 'first', reviews_per_item: 2 });
    expect(made).toMatchObject({ key: 'first', metric: metric.key, source: null, reviews_per_item: 2 });
    const which = { project_id: app.projectId, queue: 'first' };
    const changes = { name: 'Renamed', source: { models: [metric.id, made.id] as [string, string] } };
    const updated = await app.ask(updateReviewQueue, { ...which, changes });
    expect(updated).toMatchObject({ ...changes, key: 'first', reviews_per_item: 2 });
    const { data } = await app.ask(listReviewQueues, { project_id: app.projectId, limit: 100, cursor: null });
    expect(data).toContainEqual(updated);
    await app.ask(deleteReviewQueue, which);
    await expect(app.ask(deleteReviewQueue, which)).rejects.toMatchObject({ code: 'review_queue_not_found' });
    const audited = app.broker.recordsOf(auditRecorded.topic.name).flat();
    const entries = audited.map(({ value }) => JSON.parse(String(value)) as AuditEntry);
    const own = entries.filter(({ resource_id }) => resource_id === made.id);
    expect(own.map(({ resource, action }) => [resource, action])).toEqual(
      ['create', 'update', 'delete'].map((action) => ['review_queue', action]),
    );
  });

  it('needs a metric of its project, a free key and a source of its kind', async () => {
    const metric = await app.metric('bool');
    await queue(metric, { key: 'taken' });
    await expect(queue(metric, { key: 'taken' })).rejects.toMatchObject({ code: 'key_taken' });
    await expect(queue({ id: app.projectId })).rejects.toMatchObject({ code: 'metric_not_found' });
    const source = { filter: {} };
    await expect(queue(metric, { source })).rejects.toMatchObject({ code: 'source_not_fit' });
    const rating = await queue(metric, { kind: 'rate', source });
    const changes = { source: { ab_campaign: metric.id } };
    await expect(app.ask(updateReviewQueue, { ...of(rating), changes })).rejects.toMatchObject({
      code: 'source_not_fit',
    });
  });
});

describe('items', () => {
  it('exist once in either order of their completions', async () => {
    const made = await queue(await app.metric('bool'));
    const [one, other] = [await completion(), await completion()];
    expect(await add(made, [one, other])).toEqual({ added: 1, existing: 0 });
    expect(await add(made, [other, one], [one, await completion()])).toEqual({ added: 1, existing: 1 });
    expect(await countsOf(made)).toEqual({ waiting: 2, leased: 0, reviewed: 0, skipped: 0 });
  });

  it('need completions of one prompt of the project, as many as their kind requires; otherwise none is added', async () => {
    const made = await queue(await app.metric('bool'));
    const [one, other] = [await completion(), await completion()];
    const { completionId: different } = await app.started({ prompt_hash: 'different' });
    const { completionId: foreign } = await app.started({ project_id: made.id });
    for (const [completions, code] of [
      [[one], 'review_item_invalid'],
      [[one, one], 'same_completion'],
      [[one, different], 'prompts_differ'],
      [[one, foreign], 'completion_not_found'],
      [[one, made.id], 'completion_not_found'],
    ] as [string[], string][])
      await expect(add(made, [one, other], completions)).rejects.toMatchObject({ code });
    expect(await items(made)).toEqual([]);
  });

  it('are limited by the queue', async () => {
    const made = await filled(0);
    await app.service(DataSource).query(
      `insert into review_items (id, queue_id, first_id, created_at)
       select gen_random_uuid(), $1, gen_random_uuid(), now() from generate_series(1, 9999)`,
      [made.id],
    );
    expect(await add(made, [await completion()])).toEqual({ added: 1, existing: 0 });
    await expect(add(made, [await completion()])).rejects.toMatchObject({ code: 'review_queue_full' });
    expect((await countsOf(made)).waiting).toBe(10_000);
  });
});

describe('leases', () => {
  it('of concurrent reviewers never have the same item', async () => {
    const made = await filled(40);
    const leases = app.service(LeasesService);
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        app
          .service(DataSource)
          .transaction((tx) => leases.lease(tx, { ...of(made), reviewer: `r${number}`, limit: 3, item_id: null })),
      ),
    );
    const ids = taken.flatMap(({ data }) => data.map(({ item_id }) => item_id));
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await leaseSome(made, 'rest', { limit: 10 });
    expect(new Set([...ids, ...rest.map(({ item_id }) => item_id)]).size).toBe(40);
  });

  it('give an item to as many reviewers as it needs reviews, and to each of them once', async () => {
    const made = await filled(1, { reviews_per_item: 2 });
    const [one, again] = [await leaseSome(made, 'ada'), await leaseSome(made, 'ada')];
    expect([one.length, again.length]).toEqual([1, 0]);
    expect((await leaseSome(made, 'grace')).map(({ item_id }) => item_id)).toEqual([one[0]?.item_id]);
    expect(await leaseSome(made, 'alan')).toEqual([]);
  });

  it('that expired or were released give the item to the next reviewer', async () => {
    const made = await filled(1);
    const first = await lease(made, 'ada');
    expect(await leaseSome(made, 'grace')).toEqual([]);
    await expire(made);
    const second = await lease(made, 'grace');
    expect(second.item_id).toBe(first.item_id);
    await app.ask(releaseReviewLease, { ...of(made), lease_id: second.lease_id });
    expect((await lease(made, 'alan')).item_id).toBe(first.item_id);
  });

  it('show both completions in either order', async () => {
    const made = await queue(await app.metric('bool'), { reviews_per_item: 1 });
    const [one, other] = [await completion(), await completion()];
    await add(made, [one, other]);
    const orders = new Set<string>();
    for (let round = 0; round < 64 && orders.size < 2; round += 1) {
      const { lease_id, completion_ids } = await lease(made);
      orders.add(completion_ids.join());
      await app.ask(releaseReviewLease, { ...of(made), lease_id });
    }
    expect([...orders].sort()).toEqual([`${one},${other}`, `${other},${one}`].sort());
  });

  it('may name an item: again for its reviewer, never while others have it', async () => {
    const made = await filled(2);
    const own = await lease(made, 'ada');
    const item_id = own.item_id;
    const [renewed] = await leaseSome(made, 'ada', { item_id });
    expect(renewed).toMatchObject({ item_id });
    expect(renewed?.lease_id).not.toBe(own.lease_id);
    const taken = leaseSome(made, 'grace', { item_id });
    await expect(taken).rejects.toMatchObject({ code: 'review_item_taken' });
    const unknown = leaseSome(made, 'grace', { item_id: made.id });
    await expect(unknown).rejects.toMatchObject({ code: 'review_item_not_found' });
  });

  it('of one reviewer are at most 50 at once', async () => {
    const made = await filled(60);
    const taken: unknown[] = [];
    for (let round = 0; round < 5; round += 1) taken.push(...(await leaseSome(made, 'ada', { limit: 10 })));
    expect(taken).toHaveLength(50);
    await expect(leaseSome(made, 'ada')).rejects.toMatchObject({ code: 'lease_limit' });
    expect(await leaseSome(made, 'grace')).toHaveLength(1);
  });

  it('show in the status of items and in the list of each status', async () => {
    const made = await filled(4);
    const list = async (status: 'waiting' | 'leased' | 'reviewed' | 'skipped') =>
      (await app.ask(listReviewItems, { ...of(made), status, limit: 10, cursor: null })).data.length;
    await review(made, await lease(made), { value: true, reason: null, details: null });
    await review(made, await lease(made), { skip: true });
    await lease(made);
    expect(await countsOf(made)).toEqual({ waiting: 1, leased: 1, reviewed: 1, skipped: 1 });
    for (const status of ['waiting', 'leased', 'reviewed', 'skipped'] as const) expect(await list(status)).toBe(1);
  });
});
