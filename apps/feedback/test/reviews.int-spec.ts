import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  eraseFeedbackOfCompletions,
  eraseFeedbackOfUser,
  listComparisons,
  readReviewAgreement,
  recordReview,
  type ReviewQueue,
} from '@earshot/contracts-feedback';
import { DataSource } from 'typeorm';
import { campaignsOf } from './campaigns-caller.js';
import { FeedbackApp } from './feedback-app.js';
import { anything, feedbackCallerOf } from './feedback-caller.js';
import { reviewsOf } from './reviews-caller.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

const app = new FeedbackApp();
const { of, queue, add, lease, leaseSome, review, undo, countsOf, items } = reviewsOf(app);
const { start, answer, compare, report } = campaignsOf(app);
const { summaryOf, list } = feedbackCallerOf(app);

beforeAll(() => app.start());
afterAll(() => app.stop());

const expire = ({ id }: ReviewQueue) =>
  app
    .service(DataSource)
    .query(`update review_leases set expires_at = now() - interval '1 s' where queue_id = $1`, [id]);
const comparisonsUnder = async (metric_id: string) =>
  (await app.ask(listComparisons, { ...anything, project_id: app.projectId, metric_id })).data;
/** A queue of kind `compare` with one item of two models. */
async function compared(fields: object = {}) {
  const metric = await app.metric('bool');
  const [one, other] = [await app.started({ model: 'support/a' }), await app.started({ model: 'support/b' })];
  const created = await queue(metric, fields);
  await add(created, [one.completionId, other.completionId]);
  return { metric, one, other, created };
}
async function rated(fields: object = {}) {
  const metric = await app.metric('bool');
  const started = await app.started();
  const created = await queue(metric, { kind: 'rate', ...fields });
  await add(created, [started.completionId]);
  return { metric, started, created };
}
const yes = { value: true, reason: 'Style', details: 'Too long.' };

describe('a review', () => {
  it('records a comparison like a direct request, with the preferred side', async () => {
    const { metric, one, other, created } = await compared();
    const taken = await lease(created);
    const done = await review(created, taken, { preferred_completion: other.completionId });
    expect(done).toMatchObject({
      reviewer: 'ada',
      preferred_completion: other.completionId,
      tied: null,
      skipped: false,
    });
    expect(await comparisonsUnder(metric.id)).toMatchObject([
      {
        id: done.comparison_id,
        preferred: { completion_id: other.completionId },
        other: { completion_id: one.completionId },
      },
    ]);
    expect(app.facts<{ id: string }>('comparison-recorded.v1').map(({ id }) => id)).toContain(done.comparison_id);
    expect(await countsOf(created)).toEqual({ waiting: 0, leased: 0, reviewed: 1, skipped: 0 });
    expect(await items(created)).toMatchObject([{ status: 'reviewed', reviews: [done] }]);
    expect(await leaseSome(created, 'grace')).toEqual([]);
  });

  it('records ties and feedback, and nothing for a skip', async () => {
    const tie = await compared();
    const tied = await review(tie.created, await lease(tie.created), { tied: 'bad' });
    expect(tied).toMatchObject({ tied: 'bad', preferred_completion: null });
    expect((await comparisonsUnder(tie.metric.id))[0]).toMatchObject({ tied: 'bad' });
    const rate = await rated();
    const done = await review(rate.created, await lease(rate.created), yes);
    expect(done).toMatchObject({ ...yes, comparison_id: null });
    expect((await list({ metric_id: rate.metric.id })).data).toMatchObject([{ id: done.feedback_id, ...yes }]);
    const skip = await rated();
    expect(await review(skip.created, await lease(skip.created), { skip: true })).toMatchObject({
      skipped: true,
      value: null,
    });
    expect((await list({ metric_id: skip.metric.id })).data).toEqual([]);
  });

  it('sent again is the same review; another body is a conflict', async () => {
    const { metric, created } = await rated();
    const taken = await lease(created);
    const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => review(created, taken, yes)));
    expect(others).toEqual([first, first, first]);
    const changed = review(created, taken, { ...yes, value: false });
    await expect(changed).rejects.toMatchObject({ code: 'already_reviewed', details: { review_id: first?.id } });
    expect((await summaryOf(metric)).count).toBe(1);
  });

  it('is accepted after the lease expired, until another reviewer takes the item', async () => {
    const { created } = await rated();
    const first = await lease(created, 'ada');
    await expire(created);
    const second = await lease(created, 'grace');
    await expect(review(created, first, yes)).rejects.toMatchObject({ code: 'lease_expired' });
    await expire(created);
    expect(await review(created, first, yes)).toMatchObject({ reviewer: 'ada' });
    await expect(review(created, second, yes)).rejects.toMatchObject({ code: 'lease_expired' });
    await expect(review(created, { ...second, lease_id: randomUUID() }, yes)).rejects.toMatchObject({
      code: 'lease_expired',
    });
  });

  it('is rejected if it does not fit its queue, lease or metric, and keeps the lease', async () => {
    const pair = await compared();
    const taken = await lease(pair.created);
    await expect(review(pair.created, taken, yes)).rejects.toMatchObject({ code: 'review_invalid' });
    const stranger = review(pair.created, taken, { preferred_completion: randomUUID() });
    await expect(stranger).rejects.toMatchObject({ code: 'review_invalid', param: 'preferred_completion' });
    const rate = await rated();
    const single = await lease(rate.created);
    await expect(review(rate.created, single, { tied: 'good' })).rejects.toMatchObject({ code: 'review_invalid' });
    const wrong = review(rate.created, single, { ...yes, value: 7 });
    await expect(wrong).rejects.toMatchObject({ code: 'metric_value_invalid' });
    expect(await review(rate.created, single, yes)).toMatchObject({ value: true });
    expect(await countsOf(pair.created)).toMatchObject({ leased: 1 });
  });
});

describe('undoing a review', () => {
  it('restores the totals of campaigns exactly, and returns the item to the queue', async () => {
    const campaign = await start('bool', { feedback_type: 'preference' });
    const [one, two] = [await answer(campaign, 0), await answer(campaign, 1)];
    await compare(campaign.metric, one, two);
    await compare(campaign.metric, await answer(campaign, 1), await answer(campaign, 0), { tied: 'good' });
    const [before, summary] = [await report(campaign), await summaryOf(campaign.metric)];
    const created = await queue(campaign.metric);
    await add(created, [one.completionId, two.completionId]);
    const done = await review(created, await lease(created), { preferred_completion: two.completionId });
    expect(await report(campaign)).not.toEqual(before);
    await undo(created, done.id);
    expect([await report(campaign), await summaryOf(campaign.metric)]).toEqual([before, summary]);
    expect(await countsOf(created)).toEqual({ waiting: 1, leased: 0, reviewed: 0, skipped: 0 });
    expect(app.facts<{ id: string }>('comparison-removed.v1').map(({ id }) => id)).toContain(done.comparison_id);
    await expect(undo(created, done.id)).rejects.toMatchObject({ code: 'review_not_found' });
    const item_id = done.item_id;
    const [again] = await leaseSome(created, 'ada', { item_id });
    expect(await review(created, again as NonNullable<typeof again>, { tied: 'good' })).toMatchObject({ tied: 'good' });
  });

  it('of a value makes the replaced one current again', async () => {
    const { metric, started, created } = await rated();
    const user_id = randomUUID();
    const completion_id = started.completionId;
    await feedbackCallerOf(app).giveFeedback({ completion_id, metric: metric.key, value: false, user_id });
    const before = await summaryOf(metric);
    const taken = await lease(created);
    const body = { ...of(created), id: randomUUID(), lease_id: taken.lease_id, decision: yes, user_id };
    const done = await app.ask(recordReview, body);
    expect(await summaryOf(metric)).toMatchObject({ count: 1, mean: 1 });
    await undo(created, done.id);
    expect(await summaryOf(metric)).toEqual(before);
    expect((await list({ metric_id: metric.id })).data).toMatchObject([{ value: false, current: true }]);
  });

  it('of a skip returns the item to the queue', async () => {
    const { created } = await rated();
    const { id } = await review(created, await lease(created), { skip: true });
    await undo(created, id);
    expect(await countsOf(created)).toMatchObject({ waiting: 1, skipped: 0 });
  });
});

describe('items and reviews', () => {
  it('of an erased completion are deleted, others stay', async () => {
    const [gone, stays] = [await compared(), await compared()];
    await review(gone.created, await lease(gone.created), { tied: 'good' });
    const completion_ids = [gone.one.completionId];
    const erased_at = new Date().toISOString();
    await app.ask(eraseFeedbackOfCompletions, { project_id: app.projectId, completion_ids, erased_at });
    expect(await items(gone.created)).toEqual([]);
    expect(await items(stays.created)).toHaveLength(1);
    const rows = await app.service(DataSource).query('select from reviews where queue_id = $1', [gone.created.id]);
    expect(rows).toEqual([]);
    const again = add(gone.created, [gone.one.completionId, gone.other.completionId]);
    await expect(again).rejects.toMatchObject({ code: 'completion_not_found' });
  });

  it('of completions of an erased user are deleted', async () => {
    const user = randomUUID();
    const created = await queue(await app.metric('bool'), { kind: 'rate' });
    const [own, other] = [await app.started({ user }), await app.started()];
    await add(created, [own.completionId], [other.completionId]);
    const erased_at = new Date(Date.now() + 1_000).toISOString();
    await app.ask(eraseFeedbackOfUser, { project_id: app.projectId, user, erased_at });
    expect((await items(created)).map(({ completion_ids }) => completion_ids)).toEqual([[other.completionId]]);
  });
});

describe('the agreement of reviewers', () => {
  it('counts the items that several of them reviewed', async () => {
    const metric = await app.metric('bool');
    const created = await queue(metric, { kind: 'rate', reviews_per_item: 2 });
    for (const [one, other] of [
      [true, true],
      [true, false],
      [false, false],
    ] as [boolean, boolean][]) {
      await add(created, [(await app.started()).completionId]);
      await review(created, await lease(created, 'ada'), { ...yes, value: one });
      await review(created, await lease(created, 'grace'), { ...yes, value: other });
    }
    const agreement = await app.ask(readReviewAgreement, of(created));
    // P = 2/3, Pe = 1/2.
    expect(agreement).toMatchObject({ items: 3, agreement: 2 / 3, fleiss_kappa: expect.closeTo(1 / 3, 12) });
    expect(agreement.pairs).toEqual([{ reviewers: ['ada', 'grace'], items: 3, agreement: 2 / 3 }]);
  });
});
