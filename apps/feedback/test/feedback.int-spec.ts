import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteMetric, listOutcomes, recordFeedback, type FeedbackRecorded } from '@earshot/contracts-feedback';
import { userErased } from '@earshot/contracts-interactions';
import { DataSource } from 'typeorm';
import { until } from '@earshot/messaging/testing';
import { ErasureService } from '../src/interactions/erasure.service.js';
import { InteractionsService } from '../src/interactions/interactions.service.js';
import { MetricRemovalWorker } from '../src/metrics/metric-removal.worker.js';
import { FeedbackApp } from './feedback-app.js';
import { startedEvent } from './started-event.js';
import { anything, feedbackCallerOf } from './feedback-caller.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe('feedback', () => {
  const app = new FeedbackApp();
  const { feedback, giveFeedback, recordSessionOutcome, summaryOf, list, importOne } = feedbackCallerOf(app);

  beforeAll(() => app.start());
  afterAll(() => app.stop());

  describe('about completions', () => {
    it('is accepted as soon as the start of the answer is acknowledged', async () => {
      const metric = await app.metric('bool');
      const started = await app.started();
      const { id } = await giveFeedback({ completion_id: started.completionId, metric: metric.key, value: true });
      const { data } = await list({ completion_id: started.completionId });
      expect(data).toMatchObject([
        { id, metric: metric.key, value: true, session_id: started.session_id, current: true },
      ]);
    });

    it('is rejected for unknown completions, and nothing is stored', async () => {
      const metric = await app.metric('bool');
      const refused = giveFeedback({ completion_id: randomUUID(), metric: metric.key });
      await expect(refused).rejects.toMatchObject({ code: 'completion_not_found', param: 'completion_id' });
      expect((await list({ metric_id: metric.id })).data).toEqual([]);
    });

    it('is rejected for completions of projects that the caller may not see', async () => {
      const metric = await app.metric('bool');
      const { completionId } = await app.started({ project_id: randomUUID() });
      const refused = giveFeedback({ completion_id: completionId, metric: metric.key });
      await expect(refused).rejects.toMatchObject({ code: 'completion_not_found' });
    });

    it('takes the project from the completion when none is given', async () => {
      const metric = await app.metric('bool');
      const { completionId } = await app.started();
      await giveFeedback({ project_id: null, completion_id: completionId, metric: metric.key });
      expect((await list({ metric_id: metric.id })).data).toHaveLength(1);
    });

    it('finds its metric by id or key, only in the project of the completion', async () => {
      const metric = await app.metric('scalar');
      const { completionId: completion_id } = await app.started();
      await giveFeedback({ completion_id, metric: metric.id.toUpperCase() });
      await giveFeedback({ completion_id, metric: metric.key });
      const other = randomUUID();
      await app.project(other, 'other');
      const foreign = await app.metric('scalar', { project_id: other });
      for (const name of [foreign.id, foreign.key, 'none']) {
        await expect(giveFeedback({ completion_id, metric: name })).rejects.toMatchObject({ code: 'metric_not_found' });
      }
    });

    it('is rejected when the value does not fit the metric, and nothing is stored', async () => {
      const bool = await app.metric('bool');
      const scalar = await app.metric('scalar');
      const { completionId: completion_id } = await app.started();
      for (const value of [2, 0.5, -1, 1e308]) {
        const refused = giveFeedback({ completion_id, metric: bool.key, value });
        await expect(refused).rejects.toMatchObject({ code: 'metric_value_invalid', param: 'value' });
      }
      const refused = giveFeedback({ completion_id, metric: scalar.key, value: true });
      await expect(refused).rejects.toMatchObject({ code: 'metric_value_invalid' });
      expect([(await summaryOf(bool)).count, (await summaryOf(scalar)).count]).toEqual([0, 0]);
    });

    it('is stored and published once, however often it is sent', async () => {
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

    it('with another body under the same command id is rejected, at the same moment or later', async () => {
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
    it('is accepted when the session has an interaction in the project, under the model that answered last', async () => {
      const metric = await app.metric('scalar');
      const session_id = randomUUID();
      await app.started({ session_id, model: 'support/first', created_at: '2026-01-01T00:00:00.000Z' });
      const last = await app.started({ session_id, model: 'support/last', created_at: '2026-01-02T00:00:00.000Z' });
      // Whoever finds that one, finds it in its session.
      const unknown = giveFeedback({ completion_id: last.completionId, metric: 'none' });
      await expect(unknown).rejects.toMatchObject({ code: 'metric_not_found' });
      await recordSessionOutcome({ session_id, metric: metric.key, value: 4 });
      expect((await summaryOf(metric)).by_model).toMatchObject([{ model: 'support/last', count: 1, mean: 4 }]);
      const page = await app.ask(listOutcomes, { ...anything, project_id: app.projectId, session_id });
      expect(page.data).toMatchObject([{ value: 4, session_id, metric: metric.key }]);
    });

    it('is rejected for sessions without one', async () => {
      const metric = await app.metric('scalar');
      const { session_id } = await app.started({ project_id: randomUUID() });
      for (const session of [randomUUID(), session_id]) {
        const refused = recordSessionOutcome({ session_id: session, metric: metric.key });
        await expect(refused).rejects.toMatchObject({ code: 'session_not_found', param: 'session_id' });
      }
    });

    it('takes the project from a session in one project, and requires it for a session in several', async () => {
      const metric = await app.metric('scalar');
      const { session_id } = await app.started();
      await recordSessionOutcome({ project_id: null, session_id, metric: metric.key });
      const elsewhere = await app.started({ session_id, project_id: randomUUID() });
      // Whoever finds that one, finds the session in both.
      const unknown = giveFeedback({ project_id: null, completion_id: elsewhere.completionId, metric: 'none' });
      await expect(unknown).rejects.toMatchObject({ code: 'metric_not_found' });
      const refused = recordSessionOutcome({ project_id: null, session_id, metric: metric.key });
      await expect(refused).rejects.toMatchObject({ code: 'session_ambiguous', param: 'project_id' });
      await recordSessionOutcome({ session_id, metric: metric.key });
      expect((await summaryOf(metric)).count).toBe(2);
    });
  });

  it('of an erased user is deleted, with that about answers to the user, and not counted', async () => {
    const metric = await app.metric('scalar');
    const user = randomUUID();
    const own = await app.started({ user });
    const other = await app.started();
    await giveFeedback({ completion_id: own.completionId, metric: metric.key, value: 1 });
    await recordSessionOutcome({ session_id: own.session_id, metric: metric.key, value: 2 });
    await giveFeedback({ completion_id: other.completionId, metric: metric.key, value: 3, user_id: user });
    await giveFeedback({ completion_id: other.completionId, metric: metric.key, value: 4 });
    await app.publishEvent(userErased, {
      project_id: app.projectId,
      user,
      erased_at: new Date(Date.now() + 1_000).toISOString(),
    });
    await until(async () => (await summaryOf(metric)).count === 1);
    expect(await summaryOf(metric)).toMatchObject({ count: 1, mean: 4, min: 4, max: 4 });
    await until(async () => {
      const refused = giveFeedback({ completion_id: own.completionId, metric: metric.key });
      return refused.then(
        () => false,
        (error: { code: string }) => error.code === 'completion_not_found',
      );
    });
  });

  it('of an import after the erasure of its user stays, even if the event of the erasure arrives last', async () => {
    const metric = await app.metric('scalar');
    const user = randomUUID();
    const erased_at = new Date(Date.now() - 60_000).toISOString();
    const before = await app.started({ user, created_at: '2026-01-01T00:00:00.000Z' });
    const event = await importOne({ created_at: '2026-01-01T00:00:00.000Z', model: null, user }, metric, [5]);
    await until(async () => (await summaryOf(metric)).count === 1);
    await app.publishEvent(userErased, { project_id: app.projectId, user, erased_at });
    await until(async () => {
      const refused = giveFeedback({ completion_id: before.completionId, metric: metric.key });
      return refused.then(
        () => false,
        (error: { code: string }) => error.code === 'completion_not_found',
      );
    });
    await giveFeedback({ completion_id: event.completion_id, metric: metric.key, value: 7 });
    expect((await list({ completion_id: event.completion_id })).data.map(({ value }) => value)).toEqual([5, 7]);
  });

  it('about completions that were announced during the erasure of their user is rejected', async () => {
    const [user, metric] = [randomUUID(), await app.metric('scalar')];
    const { completionId, ...event } = startedEvent(app.projectId, { user });
    let erasing: Promise<unknown> | undefined;
    await app.service(DataSource).transaction(async (tx) => {
      await app.service(InteractionsService).started(tx, [{ body: event, call: app.call }]);
      const erased_at = new Date().toISOString();
      erasing = app.service(ErasureService).erase({ project_id: app.projectId, user, erased_at });
      await Promise.race([erasing, sleep(500)]);
    });
    await erasing;
    const refused = giveFeedback({ completion_id: completionId, metric: metric.key });
    await expect(refused).rejects.toMatchObject({ code: 'completion_not_found' });
  });

  it('is deleted with its metric', async () => {
    const metric = await app.metric('scalar');
    const { completionId } = await app.started();
    await giveFeedback({ completion_id: completionId, metric: metric.key });
    await app.ask(deleteMetric, { id: metric.id, project_id: app.projectId });
    expect((await list({ completion_id: completionId })).data).toEqual([]);
    await app.service(MetricRemovalWorker).deleteAll(new AbortController().signal);
    expect(await app.service(DataSource).query('select from feedback where metric_id = $1', [metric.id])).toEqual([]);
    expect(
      await app.service(DataSource).query('select from value_summaries where metric_id = $1', [metric.id]),
    ).toEqual([]);
    await expect(summaryOf(metric)).rejects.toMatchObject({ code: 'metric_not_found' });
    const refused = giveFeedback({ completion_id: completionId, metric: metric.key });
    await expect(refused).rejects.toMatchObject({ code: 'metric_not_found' });
  });
});
