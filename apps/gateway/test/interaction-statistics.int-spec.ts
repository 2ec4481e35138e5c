import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { GatewayApp } from './gateway-app.js';
import {
  countRequests,
  listRequests,
  scriptedStatistics,
  statisticsRequests,
} from './scripted-interactions.controller.js';

// The gateway and the services behind it take seconds to start on a busy machine.
jest.setTimeout(60_000);

const gateway = new GatewayApp();
const path = '/api/v1/projects/demo/interactions';

beforeAll(async () => {
  await gateway.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
});
afterAll(() => gateway.stop());

async function get(query: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await gateway.fetch(`${path}${query}`);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

it('returns statistics by interval and group', async () => {
  const query = 'from=2026-01-01T00:00:00Z&to=1767398400&interval=day&group_by=model&model=gone&source=served';
  const { status, body } = await get(`/statistics?${query}`);
  const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-03T00:00:00.000Z', interval: 'day' };
  const nothing = { errors: 0, prompt_tokens: 0, completion_tokens: 0, first_token_ms: null, duration_ms: null };
  const first = { time: '2026-01-01T00:00:00.000Z', group: 'demo/large', other: false, count: 3, errors: 1 };
  expect([status, body]).toEqual([
    200,
    {
      ...range,
      data: [
        { ...nothing, ...first, prompt_tokens: 5, completion_tokens: 7, first_token_ms: { p50: 10, p95: 20 } },
        { ...nothing, ...first, group: null, other: true, count: 2, errors: 0, duration_ms: { p50: 1.5, p95: 2 } },
        { ...nothing, time: '2026-01-02T00:00:00.000Z', group: null, other: false, count: 1 },
      ],
      total: scriptedStatistics.total,
    },
  ]);
  const filters = { group_by: 'model', model: { name: 'demo/gone' }, ab_campaign: null, source: 'served' };
  expect(statisticsRequests.at(-1)).toMatchObject({ ...range, ...filters });
});

it.each([
  ['', 'hour', 86_400_000],
  ['?from=2026-01-01T00:00:00Z&to=2026-01-01T03:00:00Z', 'minute', 3 * 3_600_000],
  ['?from=2026-01-01T00:00:00Z&to=2026-01-15T00:00:00Z', 'hour', 14 * 86_400_000],
  ['?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z', 'day', 31 * 86_400_000],
  ['?to=2026-02-01T00:00:00Z&interval=minute', undefined, 86_400_000],
])('chooses range and interval of /statistics%s', async (query, interval, lengthMs) => {
  const { status, body } = await get(`/statistics${query}`);
  if (interval === undefined) {
    expect([status, (body['error'] as { param: string }).param]).toEqual([400, 'interval']);
    return;
  }
  expect([status, body['interval']]).toEqual([200, interval]);
  expect(Date.parse(String(body['to'])) - Date.parse(String(body['from']))).toBe(lengthMs);
});

it.each([
  ['/statistics?interval=week', 'interval'],
  ['/statistics?group_by=user', 'group_by'],
  ['/statistics?from=yesterday', 'from'],
  ['/statistics?from=2999-01-01T00:00:00Z', 'from'],
  ['/statistics?from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
  ['/statistics?from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'interval'],
  ['?text=', 'text'],
  ['?text=!!!', 'text'],
  ['?text=a%00b', 'text'],
  ['?text=-word', 'text'],
  ['?text=-"two words" or --word', 'text'],
  [`?text=${'a'.repeat(257)}`, 'text'],
])('rejects %s and names the field', async (query, param) => {
  const { status, body } = await get(query);
  expect([status, body['error']]).toMatchObject([400, { param }]);
});

it.each([
  [
    '?to=2026-02-01T00:00:00Z&interval=minute',
    '1440 intervals of a minute; at most 1000 are possible',
    ' or a longer `interval`',
  ],
  ['?from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', '2192 intervals of a day; at most 1000 are possible', ''],
  [
    '?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z&interval=hour&group_by=model',
    '744 intervals of an hour; at most 366 are possible with `group_by`',
    ' or a longer `interval`',
  ],
])('names the bound and what to narrow for /statistics%s', async (query, intervals, longer) => {
  const { status, body } = await get(`/statistics${query}`);
  const message = `The range has ${intervals}. Use a shorter range (\`from\`, \`to\`)${longer}.`;
  expect([status, body['error']]).toMatchObject([400, { code: 'invalid_field', param: 'interval', message }]);
});

it('passes a search on with the other filters, and needs the permission to read', async () => {
  const { status } = await get(`?text=${encodeURIComponent('"blue sky" -sea')}&finish_reason=stop`);
  expect(status).toBe(200);
  expect(listRequests.at(-1)?.filter).toMatchObject({ text: '"blue sky" -sea', finish_reason: 'stop' });
  const key = await gateway.keyOf('demo', ['inference']);
  for (const query of ['?text=a', '/statistics']) {
    expect((await gateway.fetch(`${path}${query}`, { key })).status).toBe(403);
  }
});

it('counts what a filter selects for a dataset', async () => {
  const answer = await get('/count?tag=a&format=sft&created_after=2026-01-01T00:00:00Z');
  expect(answer).toEqual({ status: 200, body: { count: 7, complete: false } });
  const filter = { tags: ['a'], created_after: '2026-01-01T00:00:00.000Z', metric: null };
  expect(countRequests.at(-1)).toMatchObject({ format: 'sft', filter });
  for (const query of ['?format=csv', '?min=1', '?limit=5', '?format=kto', '?format=dpo&metric=m&min=1'])
    expect((await get(`/count${query}`)).status).toBe(400);
});
