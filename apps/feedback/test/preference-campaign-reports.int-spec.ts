import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { userErased } from '@earshot/contracts-interactions';
import { until } from '@earshot/messaging/testing';
import { campaignsOf } from './campaigns-caller.js';
import { FeedbackApp } from './feedback-app.js';
import { feedbackCallerOf } from './feedback-caller.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe('the report of a preference campaign', () => {
  const app = new FeedbackApp();
  const { giveFeedback } = feedbackCallerOf(app);
  const { planned, begin, start, answer, compare, report, numbersOf } = campaignsOf(app);

  beforeAll(() => app.start());
  afterAll(() => app.stop());

  const nothing = [0, 0, null];

  it('has wins, losses and ties between its models since its start, and no values', async () => {
    const metric = await app.metric('scalar');
    const before = planned(metric, { feedback_type: 'preference', created_at: '2999-01-01T00:00:00.000Z' });
    const campaign = await begin(planned(metric, { feedback_type: 'preference', model_ids: [...before.models] }));
    const models = { ...campaign, models: before.models };
    const [one, two, foreign] = [await answer(models, 0), await answer(models, 1), await app.started()];
    await compare(metric, one, two);
    await compare(metric, one, two);
    await compare(metric, two, one);
    await compare(metric, await answer(models, 1), await answer(models, 0), { tied: 'bad' });
    await compare(metric, one, foreign);
    await giveFeedback({ completion_id: one.completionId, metric: metric.key, value: 3 });
    const [first, second] = before.models;
    const { models: found, matrix } = await report(campaign);
    // Two thirds of the one pair of sessions, and a half of the other.
    const mean = (2 / 3 + 1 / 2) / 2;
    expect(found).toMatchObject([
      {
        model_id: first,
        count: 2,
        values: 4,
        mean: expect.closeTo(mean, 12),
        comparisons: { wins: 2, losses: 1, ties: 1 },
      },
      {
        model_id: second,
        count: 2,
        values: 4,
        mean: expect.closeTo(1 - mean, 12),
        comparisons: { wins: 1, losses: 2, ties: 1 },
      },
    ]);
    expect(found[0]?.comparisons?.strength).toBeGreaterThan(1);
    expect(matrix).toHaveLength(2);
    expect(matrix).toContainEqual({ model_id: first, other_model_id: second, wins: 2, losses: 1, ties: 1 });
    expect(matrix).toContainEqual({ model_id: second, other_model_id: first, wins: 1, losses: 2, ties: 1 });
    await begin(before);
    expect(await numbersOf(before)).toEqual([nothing, nothing]);
  });

  it('forgets users who are erased', async () => {
    const campaign = await start('bool', { feedback_type: 'preference' });
    const user_id = randomUUID();
    const [one, two] = [await answer(campaign, 0), await answer(campaign, 1)];
    await compare(campaign.metric, one, two, { user_id });
    await compare(campaign.metric, two, one);
    expect(await numbersOf(campaign)).toMatchObject([
      [1, 2, 0.5],
      [1, 2, 0.5],
    ]);
    await app.publishEvent(userErased, {
      project_id: app.projectId,
      user: user_id,
      erased_at: new Date().toISOString(),
    });
    await until(async () => (await report(campaign)).models[0]?.values === 1);
    expect(await numbersOf(campaign)).toMatchObject([
      [1, 1, 0],
      [1, 1, 1],
    ]);
  });
});
