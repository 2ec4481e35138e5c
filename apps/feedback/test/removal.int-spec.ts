import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { until } from '@earshot/messaging/testing';
import { interactionImported } from '@earshot/contracts-interactions';
import { listComparisons, removeComparison, removeFeedback } from '@earshot/contracts-feedback';
import { DataSource } from 'typeorm';
import { campaignsOf } from './campaigns-caller.js';
import { FeedbackApp } from './feedback-app.js';
import { anything, feedbackCallerOf } from './feedback-caller.js';
import { reviewsOf } from './reviews-caller.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

const app = new FeedbackApp();
const { giveFeedback, summaryOf, list, importOne } = feedbackCallerOf(app);
const { start, answer, compare, numbersOf } = campaignsOf(app);

beforeAll(() => app.start());
afterAll(() => app.stop());

const hourly = (metric: { id: string }) =>
  app
    .service(DataSource)
    .query(
      'select sum(count)::int as count, sum(comparisons)::int as comparisons from hourly_summaries where metric_id = $1',
      [metric.id],
    );

describe('removed feedback', () => {
  it('is in no list, summary, statistics or campaign, and is published once', async () => {
    const campaign = await start('scalar');
    const completion = (await answer(campaign, 0)).completionId;
    const { metric } = campaign;
    const ids = [randomUUID(), randomUUID()];
    for (const [index, id] of ids.entries())
      await giveFeedback({ id, completion_id: completion, metric: metric.key, value: index + 1 });
    const which = { project_id: app.projectId, id: ids[1] as string };
    await app.ask(removeFeedback, which);
    expect((await list({ metric_id: metric.id })).data.map(({ id }) => id)).toEqual([ids[0]]);
    expect(await summaryOf(metric)).toMatchObject({ count: 1, mean: 1, max: 1 });
    expect(await numbersOf(campaign)).toEqual([
      [1, 1, 1],
      [0, 0, null],
    ]);
    expect(await hourly(metric)).toMatchObject([{ count: 1 }]);
    await expect(app.ask(removeFeedback, which)).rejects.toMatchObject({ code: 'feedback_not_found' });
    expect(app.facts('feedback-removed.v1')).toMatchObject([{ ...which, metric_id: metric.id }]);
  });

  it('of another project is not found', async () => {
    const metric = await app.metric('bool');
    const { id } = await giveFeedback({ completion_id: (await app.started()).completionId, metric: metric.key });
    const foreign = app.ask(removeFeedback, { project_id: randomUUID(), id });
    await expect(foreign).rejects.toMatchObject({ code: 'feedback_not_found' });
    expect((await summaryOf(metric)).count).toBe(1);
  });

  it('of an import does not come back with a repeated event', async () => {
    const metric = await app.metric('scalar');
    const event = await importOne({ created_at: '2026-01-31T12:00:00.000Z', model: null }, metric, [5]);
    await until(async () => (await summaryOf(metric)).count === 1);
    const { data } = await list({ metric_id: metric.id });
    await app.ask(removeFeedback, { project_id: app.projectId, id: data[0]?.id as string });
    await app.publishEvent(interactionImported, event);
    await importOne({ created_at: '2026-01-31T12:00:00.000Z', model: null }, metric, [7]);
    await until(async () => (await list({ metric_id: metric.id })).data.some(({ value }) => value === 7));
    expect(await summaryOf(metric)).toMatchObject({ count: 1, mean: 7 });
  });
});

describe('a removed comparison', () => {
  it('is in no list, summary, statistics or campaign', async () => {
    const campaign = await start('bool', { feedback_type: 'preference' });
    const { metric } = campaign;
    const [one, two] = [await answer(campaign, 0), await answer(campaign, 1)];
    await compare(metric, one, two);
    const before = [await numbersOf(campaign), await summaryOf(metric), await hourly(metric)];
    const { id } = await compare(metric, two, one);
    expect(await hourly(metric)).not.toEqual(before[2]);
    await app.ask(removeComparison, { project_id: app.projectId, id });
    expect([await numbersOf(campaign), await summaryOf(metric), await hourly(metric)]).toEqual(before);
    const { data } = await app.ask(listComparisons, { ...anything, project_id: app.projectId, metric_id: metric.id });
    expect(data).toHaveLength(1);
  });

  it('of a review returns its item to the queue', async () => {
    const { queue, add, lease, review, countsOf, items } = reviewsOf(app);
    const created = await queue(await app.metric('bool'));
    await add(created, [(await app.started()).completionId, (await app.started()).completionId]);
    const { comparison_id } = await review(created, await lease(created), { tied: 'good' });
    await app.ask(removeComparison, { project_id: app.projectId, id: comparison_id as string });
    expect(await countsOf(created)).toMatchObject({ waiting: 1, reviewed: 0 });
    expect(await items(created)).toMatchObject([{ reviews: [] }]);
  });
});
