import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  deleteMetric,
  listFeedback,
  listOutcomes,
  metricSummary,
  recordFeedback,
  recordOutcome,
  type FeedbackRecorded,
  type RecordFeedback,
  type RecordOutcome,
} from '@earshot/contracts-feedback';
import { interactionImported, interactionRecorded, userErased } from '@earshot/contracts-interactions';
import { DataSource } from 'typeorm';
import { RemovalsService } from '../src/removals/removals.service.js';
import { eventually } from './eventually.js';
import { FeedbackApp } from './feedback-app.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe('values', () => {
  const app = new FeedbackApp();

  beforeAll(() => app.start());
  afterAll(() => app.stop());

  const feedback = (
    fields: Pick<RecordFeedback, 'completion_id' | 'metric'> & Partial<RecordFeedback>,
  ): RecordFeedback => ({
    id: randomUUID(),
    project_id: app.projectId,
    value: 1,
    user_id: null,
    reason: null,
    details: null,
    ...fields,
  });
  const outcome = (fields: Pick<RecordOutcome, 'session_id' | 'metric'> & Partial<RecordOutcome>): RecordOutcome => ({
    id: randomUUID(),
    project_id: app.projectId,
    value: 1,
    user_id: null,
    ...fields,
  });
  const say = (fields: Parameters<typeof feedback>[0]) => app.ask(recordFeedback, feedback(fields));
  const conclude = (fields: Parameters<typeof outcome>[0]) => app.ask(recordOutcome, outcome(fields));
  const all = { from: null, to: null, model: null };
  const summaryOf = (metric: { id: string }, part: Partial<typeof all> | object = {}) =>
    app.ask(metricSummary, { metric_id: metric.id, ...all, ...part });
  const filter = { limit: 100, cursor: null, metric_id: null, session_id: null, user_id: null, completion_id: null };
  const list = (fields: object) => app.ask(listFeedback, { ...filter, project_id: app.projectId, ...fields });

  describe('about completions', () => {
    it('are taken as soon as the broker has the word that an answer is on its way', async () => {
      const metric = await app.metric('bool');
      const started = await app.started();
      const { id } = await say({ completion_id: started.completionId, metric: metric.key, value: true });
      const { data } = await list({ completion_id: started.completionId });
      expect(data).toMatchObject([
        { id, metric: metric.key, value: true, session_id: started.session_id, current: true },
      ]);
    });

    it('are refused for completions that nobody ever heard of, and nothing is recorded', async () => {
      const metric = await app.metric('bool');
      const refused = say({ completion_id: randomUUID(), metric: metric.key });
      await expect(refused).rejects.toMatchObject({ code: 'completion_not_found', param: 'completion_id' });
      expect((await list({ metric_id: metric.id })).data).toEqual([]);
    });

    it('are refused for completions of projects that the caller may not see', async () => {
      const metric = await app.metric('bool');
      const { completionId } = await app.started({ project_id: randomUUID() });
      const refused = say({ completion_id: completionId, metric: metric.key });
      await expect(refused).rejects.toMatchObject({ code: 'completion_not_found' });
    });

    it('take the project from the completion where none is given', async () => {
      const metric = await app.metric('bool');
      const { completionId } = await app.started();
      await say({ project_id: null, completion_id: completionId, metric: metric.key });
      expect((await list({ metric_id: metric.id })).data).toHaveLength(1);
    });

    it('find their metric by id or key, in the project of the completion alone', async () => {
      const metric = await app.metric('scalar');
      const { completionId: completion_id } = await app.started();
      await say({ completion_id, metric: metric.id.toUpperCase() });
      await say({ completion_id, metric: metric.key });
      const other = randomUUID();
      await app.project(other, 'other');
      const foreign = await app.metric('scalar', { project_id: other });
      for (const name of [foreign.id, foreign.key, 'none']) {
        await expect(say({ completion_id, metric: name })).rejects.toMatchObject({ code: 'metric_not_found' });
      }
    });

    it('are refused where they are no values of the metric, and nothing is recorded', async () => {
      const bool = await app.metric('bool');
      const scalar = await app.metric('scalar');
      const { completionId: completion_id } = await app.started();
      for (const value of [2, 0.5, -1, 1e308]) {
        const refused = say({ completion_id, metric: bool.key, value });
        await expect(refused).rejects.toMatchObject({ code: 'metric_value_invalid', param: 'value' });
      }
      const refused = say({ completion_id, metric: scalar.key, value: true });
      await expect(refused).rejects.toMatchObject({ code: 'metric_value_invalid' });
      expect([(await summaryOf(bool)).count, (await summaryOf(scalar)).count]).toEqual([0, 0]);
    });

    it('are recorded once however often they are sent, and told to others once they are', async () => {
      const metric = await app.metric('scalar');
      const { completionId } = await app.started();
      const request = feedback({ completion_id: completionId, metric: metric.key, value: 0.5, reason: 'Style' });
      const command = randomUUID();
      const answers = await Promise.all([1, 2, 3].map(() => app.ask(recordFeedback, request, command)));
      expect(answers).toEqual(answers.map(() => ({ id: request.id })));
      expect((await summaryOf(metric)).count).toBe(1);
      const facts = app.facts<FeedbackRecorded>('feedback-recorded.v1').filter(({ id }) => id === request.id);
      expect(facts).toEqual([
        expect.objectContaining({
          metric: metric.key,
          value: 0.5,
          reason: 'Style',
          origin: 'feedback',
          model: 'support/large',
        }),
      ]);
    });

    it('refuse another body under the same id of a command, sent at the same moment or later', async () => {
      const metric = await app.metric('scalar');
      const { completionId } = await app.started();
      const request = feedback({ completion_id: completionId, metric: metric.key });
      const command = randomUUID();
      const results = await Promise.allSettled(
        [1, 2].map((value) => app.ask(recordFeedback, { ...request, value }, command)),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const again = app.ask(recordFeedback, { ...request, value: 3 }, command);
      await expect(again).rejects.toMatchObject({ code: 'idempotency_key_reused' });
      expect((await summaryOf(metric)).count).toBe(1);
    });
  });

  describe('about sessions', () => {
    it('are taken where the session has an interaction in the project, under the model that answered last', async () => {
      const metric = await app.metric('scalar');
      const session_id = randomUUID();
      await app.started({ session_id, model: 'support/first', created_at: '2026-01-01T00:00:00.000Z' });
      const last = await app.started({ session_id, model: 'support/last', created_at: '2026-01-02T00:00:00.000Z' });
      // Whoever finds that one, finds it in its session.
      const unknown = say({ completion_id: last.completionId, metric: 'none' });
      await expect(unknown).rejects.toMatchObject({ code: 'metric_not_found' });
      await conclude({ session_id, metric: metric.key, value: 4 });
      expect((await summaryOf(metric)).by_model).toMatchObject([{ model: 'support/last', count: 1, mean: 4 }]);
      const page = await app.ask(listOutcomes, { ...filter, project_id: app.projectId, session_id });
      expect(page.data).toMatchObject([{ value: 4, session_id, metric: metric.key }]);
    });

    it('are refused for sessions that have none', async () => {
      const metric = await app.metric('scalar');
      const { session_id } = await app.started({ project_id: randomUUID() });
      for (const session of [randomUUID(), session_id]) {
        const refused = conclude({ session_id: session, metric: metric.key });
        await expect(refused).rejects.toMatchObject({ code: 'session_not_found', param: 'session_id' });
      }
    });

    it('take the project from the session where it is in one alone, and ask for it where it is in several', async () => {
      const metric = await app.metric('scalar');
      const { session_id } = await app.started();
      await conclude({ project_id: null, session_id, metric: metric.key });
      const elsewhere = await app.started({ session_id, project_id: randomUUID() });
      // Whoever finds that one, finds the session in both.
      const unknown = say({ project_id: null, completion_id: elsewhere.completionId, metric: 'none' });
      await expect(unknown).rejects.toMatchObject({ code: 'metric_not_found' });
      const refused = conclude({ project_id: null, session_id, metric: metric.key });
      await expect(refused).rejects.toMatchObject({ code: 'session_ambiguous', param: 'project_id' });
      await conclude({ session_id, metric: metric.key });
      expect((await summaryOf(metric)).count).toBe(2);
    });
  });

  describe('in summaries', () => {
    it('are counted once for each user, the latest; the history stays readable', async () => {
      const metric = await app.metric('scalar');
      const { completionId: completion_id } = await app.started();
      const user_id = randomUUID();
      for (const value of [1, 9, 4]) await say({ completion_id, metric: metric.key, value, user_id });
      await say({ completion_id, metric: metric.key, value: 6, user_id: randomUUID() });
      for (const value of [2, 2]) await say({ completion_id, metric: metric.key, value });
      expect(await summaryOf(metric)).toMatchObject({ count: 4, mean: 3.5, min: 2, max: 6, variance: 2.75 });
      const { data } = await list({ completion_id, user_id });
      expect(data.map(({ value, current }) => [value, current])).toEqual([
        [1, false],
        [9, false],
        [4, true],
      ]);
    });

    it('are what they would be if nothing had ever been corrected, with the widest of numbers too', async () => {
      const metric = await app.metric('scalar');
      const { completionId: completion_id } = await app.started();
      const user_id = randomUUID();
      for (const value of [1e308, -1e308, 5e-324, 0.1])
        await say({ completion_id, metric: metric.key, value, user_id });
      const left = await summaryOf(metric);
      expect(left).toMatchObject({ count: 1, mean: 0.1, variance: 0, min: 0.1, max: 0.1 });
      expect(left.histogram).toEqual([{ from: 0.1, to: 0.2, count: 1 }]);
      for (const value of [1e308, 1e308]) await say({ completion_id, metric: metric.key, value });
      expect(await summaryOf(metric)).toMatchObject({ count: 3, max: 1e308, variance: null });
    });

    it('find the least and the greatest value again when those are corrected', async () => {
      const metric = await app.metric('scalar');
      const { completionId: completion_id } = await app.started();
      const [first, second] = [randomUUID(), randomUUID()];
      await say({ completion_id, metric: metric.key, value: 5.1, user_id: first });
      await say({ completion_id, metric: metric.key, value: 5.5 });
      await say({ completion_id, metric: metric.key, value: 5.9, user_id: second });
      await say({ completion_id, metric: metric.key, value: 5.4, user_id: first });
      await say({ completion_id, metric: metric.key, value: 5.45, user_id: second });
      expect(await summaryOf(metric)).toMatchObject({ count: 3, min: 5.4, max: 5.5 });
    });

    it('stay right when many correct themselves at the same time', async () => {
      const metric = await app.metric('scalar');
      const answers = await Promise.all(Array.from({ length: 4 }, () => app.started()));
      const users = Array.from({ length: 5 }, () => randomUUID());
      const said = Array.from({ length: 200 }, (_, index) => ({
        completion_id: (answers[index % 4] as { completionId: string }).completionId,
        user_id: users[index % 5] as string,
        value: index,
      }));
      await Promise.all(said.map((one) => say({ metric: metric.key, ...one })));
      const { data } = await list({ metric_id: metric.id });
      const values = data.concat((await list({ metric_id: metric.id, cursor: await nextCursor(metric.id) })).data);
      expect(values).toHaveLength(200);
      const counted = values.filter(({ current }) => current).map(({ value }) => Number(value));
      const { count, mean, min, max } = await summaryOf(metric);
      expect([count, min, max]).toEqual([20, Math.min(...counted), Math.max(...counted)]);
      expect(mean).toBeCloseTo(counted.reduce((sum, value) => sum + value, 0) / 20, 10);
    });

    it('are those of a model, of a time, and of parts of days', async () => {
      const metric = await app.metric('scalar');
      const bring = (model: string, created_at: string, value: number) =>
        importOne({ model, created_at }, metric, [value]);
      await bring('support/a', '2026-03-01T10:00:00.000Z', 1);
      await bring('support/a', '2026-03-01T20:00:00.000Z', 2);
      await bring('support/b', '2026-03-02T10:00:00.000Z', 3);
      await bring('support/b', '2026-03-03T10:00:00.000Z', 4);
      await eventually(async () => (await summaryOf(metric)).count === 4);
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

    it('follow the record where another model answered than was announced', async () => {
      const metric = await app.metric('scalar');
      const { completionId, completion_ids, ...identity } = await app.started({ model: 'support/announced' });
      await say({ completion_id: completionId, metric: metric.key, value: 3, user_id: randomUUID() });
      await app.tell(interactionRecorded, {
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
      await eventually(async () => (await summaryOf(metric)).by_model[0]?.model === 'support/fallback');
      expect((await summaryOf(metric)).by_model).toMatchObject([{ model: 'support/fallback', count: 1, mean: 3 }]);
    });
  });

  it('of imported interactions are counted, once however often the event comes', async () => {
    const metric = await app.metric('bool');
    const event = await importOne({ created_at: '1970-01-01T00:00:00.000Z', model: null }, metric, [true, false, true]);
    await app.tell(interactionImported, event);
    await say({ completion_id: event.completion_id, metric: metric.key, value: 0 });
    expect(await summaryOf(metric)).toMatchObject({ count: 4, mean: 0.5, by_model: [{ model: null }] });
    const { data } = await list({ completion_id: event.completion_id });
    expect(data.map(({ imported }) => imported)).toEqual([true, true, true, false]);
    expect(data[0]?.created_at).toBe('1970-01-01T00:00:00.000Z');
  });

  it('of a user who is erased are gone, with those about the answers to the user, and count for nothing', async () => {
    const metric = await app.metric('scalar');
    const user = randomUUID();
    const own = await app.started({ user });
    const other = await app.started();
    await say({ completion_id: own.completionId, metric: metric.key, value: 1 });
    await conclude({ session_id: own.session_id, metric: metric.key, value: 2 });
    await say({ completion_id: other.completionId, metric: metric.key, value: 3, user_id: user });
    await say({ completion_id: other.completionId, metric: metric.key, value: 4 });
    await app.tell(userErased, {
      project_id: app.projectId,
      user,
      erased_at: new Date(Date.now() + 1_000).toISOString(),
    });
    await eventually(async () => (await summaryOf(metric)).count === 1);
    expect(await summaryOf(metric)).toMatchObject({ count: 1, mean: 4, min: 4, max: 4 });
    await eventually(async () => {
      const refused = say({ completion_id: own.completionId, metric: metric.key });
      return refused.then(
        () => false,
        (error: { code: string }) => error.code === 'completion_not_found',
      );
    });
  });

  it('are gone with their metric', async () => {
    const metric = await app.metric('scalar');
    const { completionId } = await app.started();
    await say({ completion_id: completionId, metric: metric.key });
    await app.ask(deleteMetric, { id: metric.id, project_id: app.projectId });
    expect((await list({ completion_id: completionId })).data).toEqual([]);
    await app.service(RemovalsService).deleteAll(new AbortController().signal);
    expect(await app.service(DataSource).query('select from feedback where metric_id = $1', [metric.id])).toEqual([]);
    expect(
      await app.service(DataSource).query('select from value_summaries where metric_id = $1', [metric.id]),
    ).toEqual([]);
    await expect(summaryOf(metric)).rejects.toMatchObject({ code: 'metric_not_found' });
    const refused = say({ completion_id: completionId, metric: metric.key });
    await expect(refused).rejects.toMatchObject({ code: 'metric_not_found' });
  });

  async function nextCursor(metricId: string): Promise<string | null> {
    return (await list({ metric_id: metricId })).next_cursor;
  }

  async function importOne(
    fields: { created_at: string; model: string | null },
    metric: { id: string; key: string },
    values: (number | boolean)[],
  ) {
    const event = {
      completion_id: randomUUID(),
      session_id: randomUUID(),
      project_id: app.projectId,
      model_id: null,
      user: null,
      prompt_hash: 'hash',
      source: 'imported' as const,
      stored_at: new Date().toISOString(),
      ...fields,
      feedbacks: values.map((value) => ({
        id: randomUUID(),
        metric_id: metric.id,
        metric: metric.key,
        value,
        reason: null,
        details: null,
        created_at: fields.created_at,
      })),
    };
    await app.tell(interactionImported, event);
    return event;
  }
});
