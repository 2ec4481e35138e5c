import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayApp } from './gateway-app.js';
import { feedbackScript } from './scripted-feedback.controller.js';

const gateway = new GatewayApp();

beforeAll(async () => {
  await gateway.start();
  await made('/projects', { key: 'demo' });
});
afterAll(() => gateway.stop());
beforeEach(() => void feedbackScript.requests.splice(0));

async function made(path: string, json: object): Promise<{ id: string }> {
  const answer = await gateway.fetch(`/api/v1${path}`, { json });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string };
}
async function read(path: string) {
  const answer = await gateway.fetch(`/api/v1/projects/demo${path}`);
  return { status: answer.status, body: await answer.json() };
}

describe('statistics of feedback', () => {
  const path = '/feedback/statistics';
  const period = 'from=2026-01-31T12:30:00Z&to=2026-02-01';

  it('have one entry for each interval and group', async () => {
    const { id: metric_id } = await made('/projects/demo/metrics', { key: 'helpful', kind: 'bool' });
    feedbackScript.statistics = {
      groups: [
        { name: 'demo/large', other: false },
        { name: null, other: true },
      ],
      cells: { time: [0, 2], group: [0, 1], count: [4, 0], mean: [0.75, null], comparisons: [1, 2], outcomes: [1, 0] },
      total: { count: 4, comparisons: 3, outcomes: 1 },
    };
    const given = { from: '2026-01-31T12:30:00.000Z', to: '2026-02-01T00:00:00.000Z', interval: 'hour' };
    expect(await read(`${path}?${period}&interval=hour&group_by=model&metric=helpful`)).toEqual({
      status: 200,
      body: {
        ...given,
        data: [
          {
            ...{ time: '2026-01-31T12:00:00.000Z', group: 'demo/large', other: false },
            ...{ count: 4, mean: 0.75, comparisons: 1, outcomes: 1 },
          },
          {
            ...{ time: '2026-01-31T14:00:00.000Z', group: null, other: true },
            ...{ count: 0, mean: null, comparisons: 2, outcomes: 0 },
          },
        ],
        total: { count: 4, comparisons: 3, outcomes: 1 },
      },
    });
    expect(feedbackScript.requests).toEqual([
      { project_id: expect.any(String), metric_id, ...given, group_by: 'model' },
    ]);
  });

  it('cover the last day by metric by default', async () => {
    const { body } = (await read(path)) as { body: { from: string; to: string } };
    expect(feedbackScript.requests).toMatchObject([{ metric_id: null, interval: 'hour', group_by: 'metric' }]);
    expect(Date.parse(body.to) - Date.parse(body.from)).toBe(86_400_000);
  });

  it.each([
    ['?from=2026-01-01&to=2026-02-01&interval=minute', 400, 'invalid_field', 'interval'],
    ['?from=2020-01-01&to=2026-02-01', 400, 'invalid_field', 'interval'],
    ['?from=2026-02-01&to=2026-02-01', 400, 'invalid_field', 'from'],
    ['?from=yesterday', 400, 'invalid_field', 'from'],
    ['?interval=week', 400, 'invalid_field', 'interval'],
    ['?group_by=user', 400, 'invalid_field', 'group_by'],
    ['?model=x', 400, 'unknown_field', 'model'],
    ['?metric=unknown', 404, 'metric_not_found', 'metric'],
  ])('are rejected for %s', async (query, status, code, param) => {
    expect(await read(path + query)).toMatchObject({ status, body: { error: { code, param } } });
    expect(feedbackScript.requests).toEqual([]);
  });
});

describe('the history of a campaign', () => {
  it('names models by their keys, and deleted ones by their ids', async () => {
    const provider = { kind: 'openai', base_url: 'http://127.0.0.1:1/v1', model: 'gpt' };
    const { id: large } = await made('/projects/demo/models', { key: 'large', provider });
    const gone = randomUUID();
    const { id: metric } = await made('/projects/demo/metrics', { key: 'solved', kind: 'bool' });
    const settings = { metric, models: [large, gone], traffic_split: 0, feedback_type: 'metric' };
    const { id } = await made('/projects/demo/ab_campaigns', { key: 'trial', ...settings });
    const numbers = { count: 1, mean: 1, probability_best: 0.75 };
    const point = { time: '2026-01-31T12:00:00.000Z', status: 'done' as const };
    feedbackScript.history = {
      points: [
        {
          ...point,
          winner_model_id: large,
          models: [
            { model_id: large, ...numbers, interval: { low: 0.5, high: 1 } },
            { model_id: gone, ...numbers, interval: null },
          ],
        },
      ],
    };
    expect(await read('/ab_campaigns/trial/report/history?limit=7')).toEqual({
      status: 200,
      body: {
        data: [
          {
            ...point,
            winner: 'large',
            models: [
              { model: 'large', ...numbers, interval: [0.5, 1] },
              { model: gone, ...numbers, interval: null },
            ],
          },
        ],
      },
    });
    expect(feedbackScript.requests).toEqual([{ id, project_id: expect.any(String), limit: 7 }]);
    await read('/ab_campaigns/trial/report/history');
    expect(feedbackScript.requests.at(-1)).toMatchObject({ limit: 200 });
  });

  it.each([
    ['trial/report/history?limit=0', 400, 'invalid_field'],
    ['trial/report/history?limit=201', 400, 'invalid_field'],
    ['unknown/report/history', 404, 'ab_campaign_not_found'],
  ])('is rejected for %s', async (path, status, code) => {
    expect(await read(`/ab_campaigns/${path}`)).toMatchObject({ status, body: { error: { code } } });
  });
});
