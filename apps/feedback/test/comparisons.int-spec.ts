import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  listComparisons,
  metricSummary,
  recordComparison,
  recordFeedback,
  type ComparedSide,
  type ComparisonRecorded,
  type RecordComparison,
} from '@earshot/contracts-feedback';
import { userErased } from '@earshot/contracts-interactions';
import { randomUUID } from 'node:crypto';
import { until } from '@earshot/messaging/testing';
import { FeedbackApp } from './feedback-app.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe('comparisons', () => {
  const app = new FeedbackApp();

  beforeAll(() => app.start());
  afterAll(() => app.stop());

  const completion = (id: string): ComparedSide => ({ completion_id: id, text: null, model: null });
  const text = (content: string, model: string): ComparedSide => ({
    completion_id: randomUUID(),
    text: content,
    model,
  });
  const prompt = { messages: [{ role: 'user', content: 'Hi' }], hash: 'hash' };
  const compare = (fields: Pick<RecordComparison, 'metric' | 'preferred' | 'other'> & Partial<RecordComparison>) =>
    app.ask(recordComparison, {
      id: randomUUID(),
      project_id: app.projectId,
      tied: null,
      user_id: null,
      prompt: null,
      session_id: randomUUID(),
      ...fields,
    });
  const list = (fields: object) =>
    app.ask(listComparisons, {
      limit: 100,
      cursor: null,
      project_id: app.projectId,
      metric_id: null,
      completion_id: null,
      session_id: null,
      user_id: null,
      ...fields,
    });
  const summaryOf = (metric: { id: string }, fields: object = {}) =>
    app.ask(metricSummary, { metric_id: metric.id, from: null, to: null, model: null, ...fields });

  it('of two completions are accepted at once, and appear beside the values in summaries', async () => {
    const metric = await app.metric('bool');
    const one = await app.started({ model: 'support/a' });
    const other = await app.started({ model: 'support/b' });
    const sides = { preferred: completion(one.completionId), other: completion(other.completionId) };
    await compare({ metric: metric.key, ...sides });
    await compare({ metric: metric.id, ...sides, tied: 'bad' });
    const summary = await summaryOf(metric);
    expect(summary).toMatchObject({ count: 0, mean: null, comparisons: { wins: 1, losses: 1, ties: 1 } });
    expect(summary.by_model.map(({ model, comparisons }) => [model, comparisons])).toEqual([
      ['support/a', { wins: 1, losses: 0, ties: 1 }],
      ['support/b', { wins: 0, losses: 1, ties: 1 }],
    ]);
    const now = Date.now();
    const recent = { from: new Date(now - 60_000).toISOString(), to: new Date(now + 60_000).toISOString() };
    expect((await summaryOf(metric, recent)).comparisons).toEqual({ wins: 1, losses: 1, ties: 1 });
    expect((await summaryOf(metric, { model: 'support/b' })).comparisons).toEqual({ wins: 0, losses: 1, ties: 1 });
    expect((await list({ completion_id: other.completionId })).data).toHaveLength(2);
    expect((await list({ session_id: one.session_id })).data).toHaveLength(2);
  });

  it('of texts publish their interactions once, which can be judged like any other', async () => {
    const metric = await app.metric('scalar');
    const modelId = await app.model('large');
    const sides = { preferred: text('Hello.', 'support/large'), other: text('No.', modelId) };
    const { id } = await compare({ metric: metric.key, ...sides, prompt });
    const [fact] = app.facts<ComparisonRecorded>('comparison-recorded.v1').filter((one) => one.id === id);
    expect(fact?.interactions).toMatchObject([
      { completion_id: sides.preferred.completion_id, completion: 'Hello.', model: 'support/large', model_id: modelId },
      { completion_id: sides.other.completion_id, completion: 'No.', messages: prompt.messages, prompt_hash: 'hash' },
    ]);
    await app.ask(recordFeedback, {
      id: randomUUID(),
      project_id: app.projectId,
      completion_id: sides.other.completion_id,
      metric: metric.key,
      value: 2,
      user_id: null,
      reason: null,
      details: null,
    });
    expect(await summaryOf(metric)).toMatchObject({ count: 1, by_model: [{ model: 'support/large', count: 1 }] });
  });

  it('of incomparable completions are rejected, and nothing is stored', async () => {
    const metric = await app.metric('bool');
    await app.model('known');
    const one = await app.started();
    const unlike = await app.started({ prompt_hash: 'another' });
    const foreign = await app.started({ project_id: randomUUID() });
    const [here, there] = [completion(one.completionId), completion(foreign.completionId)];
    const nowhere = { project_id: null, prompt };
    const wrong: [string, Partial<RecordComparison>][] = [
      ['same_completion', { other: here }],
      ['prompts_differ', { other: completion(unlike.completionId) }],
      ['prompts_differ', { other: text('x', 'known'), prompt: { ...prompt, hash: 'another' } }],
      ['completion_not_found', { other: completion(randomUUID()) }],
      ['completion_not_found', { other: there }],
      ['completions_of_two_projects', { other: there, project_id: null }],
      ['model_not_found', { other: text('x', 'unknown'), prompt }],
      ['project_required', { ...nowhere, preferred: text('x', 'known'), other: text('y', 'known') }],
      ['metric_not_found', { other: text('x', 'known'), prompt, metric: 'none' }],
    ];
    for (const [code, fields] of wrong) {
      const comparison = compare({ metric: metric.key, preferred: here, other: here, ...fields });
      await expect(comparison).rejects.toMatchObject({ code });
    }
    expect((await list({ metric_id: metric.id })).data).toEqual([]);
  });

  it('by an erased user, or of completions of the user, are deleted and not counted', async () => {
    const metric = await app.metric('bool');
    const user = randomUUID();
    const own = await app.started({ user });
    const [one, other] = [await app.started(), await app.started()];
    const pair = { preferred: completion(one.completionId), other: completion(other.completionId) };
    await compare({ metric: metric.key, ...pair, user_id: user });
    await compare({ metric: metric.key, ...pair, preferred: completion(own.completionId) });
    const { id } = await compare({ metric: metric.key, ...pair });
    const erased_at = new Date(Date.now() + 1_000).toISOString();
    await app.publishEvent(userErased, { project_id: app.projectId, user, erased_at });
    await until(async () => (await list({ metric_id: metric.id })).data.length === 1);
    expect((await list({ metric_id: metric.id })).data[0]?.id).toBe(id);
    expect((await summaryOf(metric)).comparisons).toEqual({ wins: 1, losses: 1, ties: 0 });
  });
});
