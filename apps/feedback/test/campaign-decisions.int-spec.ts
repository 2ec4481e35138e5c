import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { until } from '@earshot/messaging/testing';
import { campaignsOf, type Campaign } from './campaigns-caller.js';
import { FeedbackApp } from './feedback-app.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe('a campaign', () => {
  const app = new FeedbackApp();
  const { begin, planned, start, answer, judge, compare, report } = campaignsOf(app);

  beforeAll(() => app.start());
  afterAll(() => app.stop());

  const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);
  const stateOf = ({ id }: Campaign) => app.inference.campaigns.get(id);
  const advancesOf = (campaign: Campaign) =>
    app.inference.advances
      .filter(({ id }) => id === campaign.id)
      .map(({ status, winner_model_id }) => [status, winner_model_id]);

  it('warms up until every model has ten sessions, and continues without a winner for equal models', async () => {
    const campaign = await start('bool');
    await judge(campaign, 0, [...times(6, true), ...times(6, false)]);
    await judge(campaign, 1, [...times(5, true), ...times(4, false)]);
    const later = await start('bool');
    await judge(later, 0, times(10, true));
    await judge(later, 1, times(10, true));
    // The later one was looked at, so the earlier one was too.
    await until(() => stateOf(later)?.status === 'in_progress');
    expect(advancesOf(campaign)).toEqual([]);
    await judge(campaign, 1, [false]);
    await until(() => stateOf(campaign)?.status === 'in_progress');
    expect((await report(campaign)).status).toBe('in_progress');
    expect([advancesOf(campaign), advancesOf(later)]).toEqual([[['in_progress', null]], [['in_progress', null]]]);
  });

  it('is done with the model whose interval lies above all others', async () => {
    const campaign = await start('bool');
    await judge(campaign, 0, times(10, false));
    await judge(campaign, 1, times(10, true));
    await until(() => stateOf(campaign)?.status === 'done');
    const [low, high] = (await report(campaign)).models;
    expect(high?.interval?.low).toBeGreaterThan(low?.interval?.high ?? 1);
    expect(await report(campaign)).toMatchObject({ status: 'done', winner_model_id: campaign.models[1] });
    expect(advancesOf(campaign).at(-1)).toEqual(['done', campaign.models[1]]);
  });

  it('is done with the model whose interval lies below all others when lower values are better', async () => {
    const campaign = await begin(planned(await app.metric('scalar', { scoring_type: 'lower_is_better' })));
    await judge(campaign, 0, [90, 95, 100, 105, 110, 90, 95, 100, 105, 110]);
    await judge(campaign, 1, [900, 950, 1000, 1050, 1100, 900, 950, 1000, 1050, 1100]);
    await until(() => stateOf(campaign)?.winner_model_id === campaign.models[0]);
    expect((await report(campaign)).models.map(({ probability_best }) => Math.round(probability_best * 1_000))).toEqual(
      [1_000, 0],
    );
  });

  it('of preferences is done with the preferred model', async () => {
    const campaign = await start('bool', { feedback_type: 'preference' });
    const pairs = await Promise.all(times(12, 0).map(() => Promise.all([answer(campaign, 0), answer(campaign, 1)])));
    await Promise.all(pairs.map(([one, other]) => compare(campaign.metric, other, one)));
    await until(() => stateOf(campaign)?.winner_model_id === campaign.models[1]);
  });

  it('is advanced again after an outage of its owning service', async () => {
    app.inference.busyFor = 2;
    const campaign = await start('bool');
    await judge(campaign, 0, times(10, true));
    await judge(campaign, 1, times(10, false));
    await until(() => stateOf(campaign)?.winner_model_id === campaign.models[0]);
    expect(advancesOf(campaign).length).toBeGreaterThan(2);
  });

  it('that was cancelled does not change', async () => {
    const cancelled = await start('bool', { status: 'cancelled' });
    await judge(cancelled, 0, times(10, true));
    await judge(cancelled, 1, times(10, false));
    const other = await start('bool');
    await judge(other, 0, times(10, true));
    await judge(other, 1, times(10, false));
    await until(() => stateOf(other)?.status === 'done');
    expect(advancesOf(cancelled)).toEqual([]);
    expect((await report(cancelled)).status).toBe('cancelled');
  });
});
