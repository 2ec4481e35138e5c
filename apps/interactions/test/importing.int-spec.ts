import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Metric } from '@earshot/contracts-feedback';
import type { Model } from '@earshot/contracts-inference';
import {
  importInteraction,
  interactionImported,
  listInteractionFeedback,
  readInteraction,
} from '@earshot/contracts-interactions';
import type { Project } from '@earshot/contracts-projects';
import { imported } from './fixtures.js';
import { startedApp } from './interactions-suite.js';

const app = startedApp();
let project: Project;
let model: Model;
let helpful: Metric;
let score: Metric;

beforeAll(async () => {
  project = await app.project();
  model = await app.model(project);
  helpful = await app.metric(project, 'helpful', 'bool');
  score = await app.metric(project, 'score', 'scalar');
});

const feedback = (metric: string, value: boolean | number, created_at: string | null = null) => ({
  id: randomUUID(),
  metric,
  value,
  reason: null,
  details: null,
  created_at,
});
const read = (completion_id: string) => app.send(readInteraction, { project_id: project.id, completion_id });
const feedbackOf = async (completion_id: string) =>
  (await app.send(listInteractionFeedback, { project_id: project.id, completion_id, limit: 100, cursor: null })).data;
const count = async (table: string) =>
  ((await app.dataSource.query(`select count(*)::int as n from ${table}`)) as [{ n: number }])[0].n;

describe('an import', () => {
  it('is stored with its feedback and published before the answer', async () => {
    const created_at = '2024-05-06T07:08:09.100Z';
    const said = [feedback('helpful', 1), feedback(score.id, 0.5, '2024-05-07T00:00:00.000Z')];
    const body = imported(project, { model: 'large', created_at, user: randomUUID(), feedbacks: said });
    expect(await app.send(importInteraction, body)).toEqual({
      completion_id: body.completion_id,
      session_id: body.session_id,
      feedback_ids: said.map(({ id }) => id),
    });
    const [told] = app
      .published(interactionImported)
      .filter(({ completion_id }) => completion_id === body.completion_id);
    expect(told).toMatchObject({
      model_id: model.id,
      model: `${project.key}/large`,
      user: body.user,
      source: 'imported',
      created_at,
      prompt_hash: body.prompt_hash,
      feedbacks: [
        { id: said[0]?.id, metric_id: helpful.id, metric: 'helpful', value: true, created_at },
        { id: said[1]?.id, metric_id: score.id, metric: 'score', value: 0.5, created_at: '2024-05-07T00:00:00.000Z' },
      ],
    });
    expect(await read(body.completion_id)).toMatchObject({
      source: 'imported',
      model: `${project.key}/large`,
      completion: 'Hi',
      messages: body.messages,
      created_at,
      finish_reason: null,
      usage: null,
      timings: null,
    });
    expect((await feedbackOf(body.completion_id)).map(({ value }) => value)).toEqual([true, 0.5]);
  });

  it('returns the first reply to a repeated import, even after its model was deleted, and stores it once', async () => {
    const command = randomUUID();
    const gone = await app.model(project, 'gone');
    const body = imported(project, { model: 'gone', feedbacks: [feedback('helpful', true)] });
    const first = await app.send(importInteraction, body, command);
    await app.removeModel(gone);
    const before = [await count('interactions'), await count('feedback_values')];
    expect(await app.send(importInteraction, body, command)).toEqual(first);
    expect([await count('interactions'), await count('feedback_values')]).toEqual(before);
    await expect(app.send(importInteraction, { ...body, completion: 'Else' }, command)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      type: 'conflict_error',
    });
  });

  it('with a campaign by key or id is found by the id of the campaign', async () => {
    const campaign = await app.campaign(project, 'trial');
    for (const ab_campaign of ['trial', campaign.id]) {
      const body = imported(project, { ab_campaign });
      await app.send(importInteraction, body);
      expect((await read(body.completion_id)).ab_campaign).toBe(campaign.id);
      const [told] = app
        .published(interactionImported)
        .filter(({ completion_id }) => completion_id === body.completion_id);
      expect(told?.ab_campaign).toBe(campaign.id);
    }
  });

  it.each([
    ['a campaign that is not there', { ab_campaign: 'none' }, 'ab_campaign_not_found', 'ab_campaign'],
    ['a metric that is not there', { feedbacks: [feedback('none', 1)] }, 'metric_not_found', 'feedbacks[0].metric'],
    [
      '2 for a metric of yes and no',
      { feedbacks: [feedback('helpful', 2)] },
      'metric_value_invalid',
      'feedbacks[0].value',
    ],
    [
      'true for a scalar one, beside a good value',
      { feedbacks: [feedback('helpful', true), feedback('score', true)] },
      'metric_value_invalid',
      'feedbacks[1].value',
    ],
    ['a model that is not there', { model: 'none' }, 'model_not_found', 'model_service'],
    ['a project that is not there', { project_id: randomUUID() }, 'project_not_found', 'project'],
    [
      'messages that are not in the bucket',
      { conversation: { name: 'none.json', size: 2 } },
      'object_not_found',
      undefined,
    ],
  ])('with %s is rejected, and nothing of it is stored or published', async (_, changes, code, param) => {
    const before = [await count('interactions'), await count('feedback_values'), await count('outbox')];
    const body = imported(project, changes);
    await expect(app.send(importInteraction, body)).rejects.toMatchObject({ code, ...(param && { param }) });
    expect([await count('interactions'), await count('feedback_values'), await count('outbox')]).toEqual(before);
    expect(app.published(interactionImported).some(({ completion_id }) => completion_id === body.completion_id)).toBe(
      false,
    );
  });

  it('is stored beside a rejected one, when many arrive at once', async () => {
    const bodies = Array.from({ length: 60 }, (_, index) =>
      imported(project, { feedbacks: [feedback('helpful', index % 10 === 9 ? 2 : 1)] }),
    );
    const answers = await Promise.allSettled(bodies.map((body) => app.send(importInteraction, body)));
    for (const [index, body] of bodies.entries()) {
      expect(answers[index]?.status).toBe(index % 10 === 9 ? 'rejected' : 'fulfilled');
      if (index % 10 !== 9) expect(await read(body.completion_id)).toMatchObject({ completion_id: body.completion_id });
    }
  });

  it('keeps objects in the bucket on success and none on failure', async () => {
    app.bucket.set('conversation/c1.json', false).set('completion/a1.json', false).set('conversation/c2.json', false);
    const [conversation, answers] = [
      { name: 'c1.json', size: 2 },
      { name: 'a1.json', size: 2 },
    ];
    const body = imported(project, { messages: [], completion: '', conversation, answers });
    await app.send(importInteraction, body);
    expect(await read(body.completion_id)).toMatchObject({
      messages: null,
      conversation,
      completion: null,
      answers: { ...answers, index: 0 },
    });
    const refused = imported(project, { conversation: { name: 'c2.json', size: 2 }, model: 'none' });
    await expect(app.send(importInteraction, refused)).rejects.toMatchObject({ code: 'model_not_found' });
    expect(Object.fromEntries(app.bucket)).toMatchObject({
      'conversation/c1.json': true,
      'completion/a1.json': true,
      'conversation/c2.json': false,
    });
  });

  it('stores extreme numbers and all kinds of text unchanged', async () => {
    const values = [0, 1e308, -1e308, 5e-324, 0.1];
    const text = 'emoji 👩‍👩‍👧, "quotes", \\ and \u2028';
    const body = imported(project, {
      messages: [{ role: 'user', content: text, metadata: { deep: [[[{ a: 1.0 }]]] } }],
      completion: text,
      labels: { [text]: text },
      tags: [text],
      feedbacks: values.map((value) => ({ ...feedback('score', value), details: text, reason: text })),
    });
    await app.send(importInteraction, body);
    expect(await read(body.completion_id)).toMatchObject({
      messages: body.messages,
      completion: text,
      labels: { [text]: text },
      tags: [text],
    });
    const found = await feedbackOf(body.completion_id);
    expect(found.map(({ value }) => value).sort((a, b) => Number(a) - Number(b))).toEqual(
      [...values].sort((a, b) => a - b),
    );
    expect(found[0]).toMatchObject({ details: text, reason: text });
  });
});
