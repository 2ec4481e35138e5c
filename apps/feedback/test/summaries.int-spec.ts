import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { interactionImported, interactionRecorded } from '@earshot/contracts-interactions';
import { until } from '@earshot/messaging/testing';
import { FeedbackApp } from './feedback-app.js';
import { feedbackCallerOf } from './feedback-caller.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe('feedback', () => {
  const app = new FeedbackApp();
  const { giveFeedback, summaryOf, list, importOne } = feedbackCallerOf(app);

  const nextCursor = async (metricId: string): Promise<string | null> =>
    (await list({ metric_id: metricId })).next_cursor;

  beforeAll(() => app.start());
  afterAll(() => app.stop());

  describe('in summaries', () => {
    it('is counted once for each user, the latest; the history stays readable', async () => {
      const metric = await app.metric('scalar');
      const { completionId: completion_id } = await app.started();
      const user_id = randomUUID();
      for (const value of [1, 9, 4]) await giveFeedback({ completion_id, metric: metric.key, value, user_id });
      await giveFeedback({ completion_id, metric: metric.key, value: 6, user_id: randomUUID() });
      for (const value of [2, 2]) await giveFeedback({ completion_id, metric: metric.key, value });
      expect(await summaryOf(metric)).toMatchObject({ count: 4, mean: 3.5, min: 2, max: 6, variance: 2.75 });
      const { data } = await list({ completion_id, user_id });
      expect(data.map(({ value, current }) => [value, current])).toEqual([
        [1, false],
        [9, false],
        [4, true],
      ]);
    });

    it('is counted as if it had never been corrected, also with the largest numbers', async () => {
      const metric = await app.metric('scalar');
      const { completionId: completion_id } = await app.started();
      const user_id = randomUUID();
      for (const value of [1e308, -1e308, 5e-324, 0.1])
        await giveFeedback({ completion_id, metric: metric.key, value, user_id });
      const left = await summaryOf(metric);
      expect(left).toMatchObject({ count: 1, mean: 0.1, variance: 0, min: 0.1, max: 0.1 });
      expect(left.histogram).toEqual([{ from: 0.1, to: 0.2, count: 1 }]);
      for (const value of [1e308, 1e308]) await giveFeedback({ completion_id, metric: metric.key, value });
      expect(await summaryOf(metric)).toMatchObject({ count: 3, max: 1e308, variance: null });
    });

    it('has the right minimum and maximum after corrections', async () => {
      const metric = await app.metric('scalar');
      const { completionId: completion_id } = await app.started();
      const [first, second] = [randomUUID(), randomUUID()];
      await giveFeedback({ completion_id, metric: metric.key, value: 5.1, user_id: first });
      await giveFeedback({ completion_id, metric: metric.key, value: 5.5 });
      await giveFeedback({ completion_id, metric: metric.key, value: 5.9, user_id: second });
      await giveFeedback({ completion_id, metric: metric.key, value: 5.4, user_id: first });
      await giveFeedback({ completion_id, metric: metric.key, value: 5.45, user_id: second });
      expect(await summaryOf(metric)).toMatchObject({ count: 3, min: 5.4, max: 5.5 });
    });

    it('stays correct under concurrent corrections', async () => {
      const metric = await app.metric('scalar');
      const answers = await Promise.all(Array.from({ length: 4 }, () => app.started()));
      const users = Array.from({ length: 5 }, () => randomUUID());
      const corrections = Array.from({ length: 200 }, (_, index) => ({
        completion_id: (answers[index % 4] as { completionId: string }).completionId,
        user_id: users[index % 5] as string,
        value: index,
      }));
      await Promise.all(corrections.map((one) => giveFeedback({ metric: metric.key, ...one })));
      const { data } = await list({ metric_id: metric.id });
      const values = data.concat((await list({ metric_id: metric.id, cursor: await nextCursor(metric.id) })).data);
      expect(values).toHaveLength(200);
      const counted = values.filter(({ current }) => current).map(({ value }) => Number(value));
      const { count, mean, min, max } = await summaryOf(metric);
      expect([count, min, max]).toEqual([20, Math.min(...counted), Math.max(...counted)]);
      expect(mean).toBeCloseTo(counted.reduce((sum, value) => sum + value, 0) / 20, 10);
    });

    it('is selected by model, by time, and by parts of days', async () => {
      const metric = await app.metric('scalar');
      const bring = (model: string, created_at: string, value: number) =>
        importOne({ model, created_at }, metric, [value]);
      await bring('support/a', '2026-03-01T10:00:00.000Z', 1);
      await bring('support/a', '2026-03-01T20:00:00.000Z', 2);
      await bring('support/b', '2026-03-02T10:00:00.000Z', 3);
      await bring('support/b', '2026-03-03T10:00:00.000Z', 4);
      await until(async () => (await summaryOf(metric)).count === 4);
      const whole = await summaryOf(metric);
      expect(whole.by_day.map(({ day, count, mean }) => [day, count, mean])).toEqual([
        ['2026-03-01', 2, 1.5],
        ['2026-03-02', 1, 3],
        ['2026-03-03', 1, 4],
      ]);
      expect(whole.histogram.map(({ from, count }) => [from, count])).toEqual([1, 2, 3, 4].map((from) => [from, 1]));
      expect((await summaryOf(metric, { model: 'support/b' })).mean).toBe(3.5);
      const between = { from: '2026-03-01T15:00:00Z', to: '2026-03-03T10:00:00Z' };
      expect(await summaryOf(metric, between)).toMatchObject({ count: 2, mean: 2.5, min: 2, max: 3 });
      expect((await summaryOf(metric, { ...between, to: '2026-03-03T10:00:00.001Z' })).count).toBe(3);
    });

    it('follows the record when another model answered than announced', async () => {
      const metric = await app.metric('scalar');
      const { completionId, completion_ids, ...identity } = await app.started({ model: 'support/announced' });
      await giveFeedback({ completion_id: completionId, metric: metric.key, value: 3, user_id: randomUUID() });
      await app.publishEvent(interactionRecorded, {
        ...identity,
        model: 'support/fallback',
        messages: [],
        system_prompt: null,
        completions: completion_ids.map((completion_id) => ({
          completion_id,
          index: 0,
          text: '',
          finish_reason: 'stop' as const,
        })),
        parameters: {},
        usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
        timings: { queue_ms: 0, first_token_ms: 1, total_ms: 2 },
        labels: {},
        tags: [],
        error: null,
      });
      await until(async () => (await summaryOf(metric)).by_model[0]?.model === 'support/fallback');
      expect((await summaryOf(metric)).by_model).toMatchObject([{ model: 'support/fallback', count: 1, mean: 3 }]);
    });
  });

  it('of imported interactions is counted once, however often the event arrives', async () => {
    const metric = await app.metric('bool');
    const event = await importOne({ created_at: '1970-01-01T00:00:00.000Z', model: null }, metric, [true, false, true]);
    await app.publishEvent(interactionImported, event);
    await giveFeedback({ completion_id: event.completion_id, metric: metric.key, value: 0 });
    expect(await summaryOf(metric)).toMatchObject({ count: 4, mean: 0.5, by_model: [{ model: null }] });
    const { data } = await list({ completion_id: event.completion_id });
    expect(data.map(({ imported }) => imported)).toEqual([true, true, true, false]);
    expect(data[0]?.created_at).toBe('1970-01-01T00:00:00.000Z');
  });
});
