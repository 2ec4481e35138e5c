import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eraseFeedbackOfCompletions, eraseFeedbackOfUser } from '@earshot/contracts-feedback';
import { interactionStarted } from '@earshot/contracts-interactions';
import { DataSource, type EntityManager } from 'typeorm';
import { ErasureService } from '../src/interactions/erasure.service.js';
import { FeedbackService } from '../src/feedback/feedback.service.js';
import { FeedbackApp } from './feedback-app.js';
import { feedbackCallerOf } from './feedback-caller.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe('feedback', () => {
  const app = new FeedbackApp();
  const { giveFeedback, recordSessionOutcome, summaryOf, list } = feedbackCallerOf(app);

  beforeAll(() => app.start());
  afterAll(() => app.stop());

  it('of an erased user is in no list and no summary after the response', async () => {
    const [user, metric] = [randomUUID(), await app.metric('scalar')];
    const own = await app.started({ user });
    await giveFeedback({ completion_id: own.completionId, metric: metric.key, value: 1 });
    const erased_at = new Date(Date.now() + 1_000).toISOString();
    for (let times = 0; times < 2; times += 1)
      await app.ask(eraseFeedbackOfUser, { project_id: app.projectId, user, erased_at });
    expect((await summaryOf(metric)).count).toBe(0);
    expect((await list({ metric_id: metric.id })).data).toEqual([]);
    const refused = giveFeedback({ completion_id: own.completionId, metric: metric.key });
    await expect(refused).rejects.toMatchObject({ code: 'completion_not_found' });
  });

  describe('that is sent during the erasure of its user', () => {
    const recording = async (user: string) => {
      const [metric, started] = [await app.metric('scalar'), await app.started({ user })];
      const fields = { completion_id: started.completionId, metric: metric.key, value: 1, user_id: null };
      const body = { id: randomUUID(), project_id: app.projectId, ...fields, reason: null, details: null };
      const [values, commands] = [app.service(FeedbackService), [{ body, call: app.call }]];
      const subjectOf = await values.completionsOf(commands);
      const record = async (tx: EntityManager) => {
        const metricOf = await values.lockMetrics(tx, commands, subjectOf);
        return values.recordFeedback(tx, commands, subjectOf, metricOf);
      };
      const erase = () =>
        app.service(ErasureService).erase({ project_id: app.projectId, user, erased_at: new Date().toISOString() });
      return { metric, record, erase };
    };

    it('does not outlive it', async () => {
      const { metric, record, erase } = await recording(randomUUID());
      let erasing: Promise<unknown> | undefined;
      await app.service(DataSource).transaction(async (tx) => {
        await record(tx);
        erasing = erase();
        await Promise.race([erasing, sleep(500)]);
      });
      await erasing;
      expect((await summaryOf(metric)).count).toBe(0);
    });

    it('is rejected afterwards, even if its completion was found before', async () => {
      const { metric, record, erase } = await recording(randomUUID());
      await erase();
      const [answer] = await app.service(DataSource).transaction(record);
      expect(answer).toMatchObject({ error: { code: 'completion_not_found' } });
      expect((await summaryOf(metric)).count).toBe(0);
    });
  });

  it('about an erased completion is gone after the response, and about its session with the last completion', async () => {
    const metric = await app.metric('scalar');
    const one = await app.started();
    const two = await app.started({ session_id: one.session_id });
    for (const { completionId } of [one, two])
      await giveFeedback({ completion_id: completionId, metric: metric.key, value: 1 });
    await recordSessionOutcome({ session_id: one.session_id, metric: metric.key, value: 2 });
    const forget = ({ completionId }: { completionId: string }) => {
      const erased_at = new Date().toISOString();
      return app.ask(eraseFeedbackOfCompletions, {
        project_id: app.projectId,
        completion_ids: [completionId],
        erased_at,
      });
    };
    for (let times = 0; times < 2; times += 1) await forget(one);
    expect(await summaryOf(metric)).toMatchObject({ count: 2, mean: 1.5 });
    await app.publishEvent(interactionStarted, { ...one, completion_ids: [one.completionId] });
    const refused = giveFeedback({ completion_id: one.completionId, metric: metric.key });
    await expect(refused).rejects.toMatchObject({ code: 'completion_not_found' });
    await forget(two);
    expect((await summaryOf(metric)).count).toBe(0);
  });
});
