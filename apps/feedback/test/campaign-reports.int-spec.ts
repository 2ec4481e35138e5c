import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { deleteMetric, readCampaignReport } from '@earshot/contracts-feedback';
import { userErased } from '@earshot/contracts-interactions';
import { DataSource } from 'typeorm';
import { until } from '@earshot/messaging/testing';
import { campaignsOf } from './campaigns-caller.js';
import { FeedbackApp } from './feedback-app.js';
import { feedbackCallerOf } from './feedback-caller.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe('the report of a campaign', () => {
  const app = new FeedbackApp();
  const { giveFeedback, recordSessionOutcome, importOne } = feedbackCallerOf(app);
  const { planned, begin, start, answer, judge, compare, correct, report, numbersOf } = campaignsOf(app);

  beforeAll(() => app.start());
  afterAll(() => app.stop());

  const nothing = [0, 0, null];

  it('has every model, in their order, before any feedback', async () => {
    const campaign = await start('bool');
    const { models, ...rest } = await report(campaign);
    expect(rest).toEqual({
      status: 'warmup',
      feedback_type: 'metric',
      winner_model_id: null,
      warmup_count: 10,
      matrix: null,
    });
    expect(models).toEqual(
      campaign.models.map((model_id) => ({
        model_id,
        ...{ count: 0, values: 0, mean: null, interval: { low: 0, high: 1 }, comparisons: null },
        probability_best: expect.closeTo(0.5, 1),
      })),
    );
  });

  it('counts each session once for a model, with the mean of its values, since turns are not independent', async () => {
    const campaign = await start('scalar');
    const session_id = randomUUID();
    for (const value of [1, 2, 6]) {
      const { completionId: completion_id } = await answer(campaign, 0, { session_id });
      await giveFeedback({ completion_id, metric: campaign.metric.key, value });
    }
    await judge(campaign, 0, [5]);
    await judge(campaign, 1, [7]);
    expect(await numbersOf(campaign)).toEqual([
      [2, 4, 4],
      [1, 1, 7],
    ]);
  });

  it('counts the outcome of a session once, for its model in the campaign, however many turns took part', async () => {
    const campaign = await start('bool');
    const session_id = randomUUID();
    await answer(campaign, 1, { session_id });
    await answer(campaign, 1, { session_id });
    // A later turn outside of the campaign.
    await app.started({ session_id, model: 'support/other' });
    await recordSessionOutcome({ session_id, metric: campaign.metric.key, value: true });
    expect(await numbersOf(campaign)).toEqual([nothing, [1, 1, 1]]);
  });

  it('counts only values of its metric about answers of its models in the campaign', async () => {
    const campaign = await start('scalar');
    const other = await app.metric('scalar');
    const { completionId: own } = await answer(campaign, 0);
    await giveFeedback({ completion_id: own, metric: other.key, value: 9 });
    const { completionId: outside } = await app.started({ model_id: campaign.models[0] });
    await giveFeedback({ completion_id: outside, metric: campaign.metric.key, value: 9 });
    const { completionId: foreign } = await answer(campaign, 0, { model_id: randomUUID() });
    await giveFeedback({ completion_id: foreign, metric: campaign.metric.key, value: 9 });
    const [one, two] = [await answer(campaign, 0), await answer(campaign, 1)];
    await compare(campaign.metric, one, two);
    expect(await numbersOf(campaign)).toEqual([nothing, nothing]);
  });

  it('counts only the latest value of a user about a subject', async () => {
    const campaign = await start('scalar');
    const { completionId: completion_id } = await answer(campaign, 0);
    const user_id = randomUUID();
    for (const value of [1e308, 0.1, 4])
      await giveFeedback({ completion_id, metric: campaign.metric.key, value, user_id });
    expect(await numbersOf(campaign)).toEqual([[1, 1, 4], nothing]);
  });

  it('includes imported interactions at once', async () => {
    const campaign = await start('scalar');
    const at = { created_at: new Date().toISOString(), model: 'support/0', model_id: campaign.models[0] };
    await importOne({ ...at, ab_campaign: campaign.id }, campaign.metric, [2, 4]);
    await importOne({ ...at, ab_campaign: campaign.id, model_id: null, model: null }, campaign.metric, [9]);
    await importOne(at, campaign.metric, [9]);
    expect(await numbersOf(campaign)).toEqual([[1, 2, 3], nothing]);
  });

  it('follows the record when another model answered than announced', async () => {
    const campaign = await start('scalar');
    const metric = campaign.metric.key;
    const [kept, moved, lost] = [await answer(campaign, 0), await answer(campaign, 0), await answer(campaign, 0)];
    for (const [index, { completionId: completion_id }] of [kept, moved, lost].entries())
      await giveFeedback({ completion_id, metric, value: index });
    await correct(moved, campaign.models[1]);
    await correct(lost, randomUUID());
    expect(await numbersOf(campaign)).toEqual([
      [1, 1, 0],
      [1, 1, 1],
    ]);
  });

  it('forgets feedback by and about erased users', async () => {
    const campaign = await start('scalar');
    const metric = campaign.metric.key;
    const user = randomUUID();
    const [own, foreign] = [await answer(campaign, 0, { user }), await answer(campaign, 1)];
    for (const value of [1, 2]) await giveFeedback({ completion_id: own.completionId, metric, value });
    await giveFeedback({ completion_id: foreign.completionId, metric, value: 3, user_id: user });
    await giveFeedback({ completion_id: foreign.completionId, metric, value: 5 });
    expect(await numbersOf(campaign)).toEqual([
      [1, 2, 1.5],
      [1, 2, 4],
    ]);
    await app.publishEvent(userErased, { project_id: app.projectId, user, erased_at: new Date().toISOString() });
    await until(async () => (await report(campaign)).models[0]?.count === 0);
    await until(async () => (await report(campaign)).models[1]?.values === 1);
    expect(await numbersOf(campaign)).toEqual([nothing, [1, 1, 5]]);
  });

  it('is the same after concurrent corrections as without them', async () => {
    const campaign = await start('scalar');
    const metric = campaign.metric.key;
    const sessions = [randomUUID(), randomUUID(), randomUUID()];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => answer(campaign, 0, { session_id: sessions[index % 3] as string })),
    );
    const users = [randomUUID(), randomUUID()];
    const values = Array.from({ length: 120 }, (_, index) => ({
      completion_id: (answers[index % 12] as { completionId: string }).completionId,
      user_id: users[index % 2] as string,
      value: index / 3,
    }));
    await Promise.all(values.map((one) => giveFeedback({ ...one, metric })));
    for (const one of values.slice(-12)) await giveFeedback({ ...one, metric, value: one.value / 7 });
    const latest = values.slice(-12).map(({ value }) => value / 7);
    const means = [0, 1, 2].map((session) => {
      const own = latest.filter((_, index) => index % 3 === session);
      return own.reduce((sum, value) => sum + value, 0) / own.length;
    });
    const mean = means.reduce((sum, value) => sum + value, 0) / 3;
    expect(await numbersOf(campaign)).toEqual([[3, 12, expect.closeTo(mean, 12)], nothing]);
  });

  it('includes feedback from before the service knew the campaign', async () => {
    const [values, preferences] = [await app.metric('bool'), await app.metric('bool')];
    const campaign = planned(values);
    await judge(campaign, 1, [true, false]);
    expect(await numbersOf(await begin(campaign))).toEqual([nothing, [2, 2, 0.5]]);
    const other = planned(preferences, { feedback_type: 'preference' });
    const session = { session_id: randomUUID() };
    const [one, two] = [await answer(other, 0, session), await answer(other, 1, session)];
    await compare(preferences, one, two);
    await compare(preferences, two, one, { tied: 'good' });
    expect(await numbersOf(await begin(other))).toEqual([
      [1, 2, 0.75],
      [1, 2, 0.25],
    ]);
    await compare(preferences, two, one);
    expect(await numbersOf(other)).toEqual([
      [1, 3, 0.5],
      [1, 3, 0.5],
    ]);
  });

  it('is rejected for a missing campaign, and once its metric is deleted', async () => {
    const campaign = await start('bool');
    const ask = (id: string, project_id: string) => app.ask(readCampaignReport, { id, project_id });
    await expect(ask(randomUUID(), app.projectId)).rejects.toMatchObject({ code: 'ab_campaign_not_found' });
    await expect(ask(campaign.id, randomUUID())).rejects.toMatchObject({ code: 'ab_campaign_not_found' });
    await app.ask(deleteMetric, { id: campaign.metric.id, project_id: app.projectId });
    await expect(report(campaign)).rejects.toMatchObject({ code: 'metric_not_found' });
  });

  it('is deleted with the campaign', async () => {
    const campaign = await start('bool');
    await judge(campaign, 0, [true, false]);
    expect(await numbersOf(campaign)).toEqual([[2, 2, 0.5], nothing]);
    await app.inference.put(campaign.id, undefined);
    const rows = `select (select count(*) from campaigns where id = $1) + (select count(*) from campaign_units where campaign_id = $1)
      + (select count(*) from campaign_totals where campaign_id = $1) as n`;
    await until(async () => {
      const [found] = (await app.service(DataSource).query(rows, [campaign.id])) as [{ n: string }];
      return found.n === '0';
    });
    // What was said can still be said again.
    await judge(campaign, 0, [true]);
    await expect(report(campaign)).rejects.toMatchObject({ code: 'ab_campaign_not_found' });
  });
});
