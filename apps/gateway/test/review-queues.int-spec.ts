import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GatewayApp } from './gateway-app.js';
import { askedOfReviews } from './scripted-reviews.controller.js';

const gateway = new GatewayApp();
const ids: Record<string, string> = {};

beforeAll(async () => {
  await gateway.start();
  await made('/projects', { key: 'demo' });
  ids['helpful'] = (await made('/projects/demo/metrics', { key: 'helpful', kind: 'bool' })).id;
  for (const key of ['large', 'small']) {
    const provider = { kind: 'openai', base_url: 'http://127.0.0.1:1/v1', model: key };
    ids[key] = (await made('/projects/demo/models', { key, provider, default: key === 'large' })).id;
  }
  await made('/projects/demo/models', { key: 'imported', provider: { kind: 'external' } });
  const provider = { kind: 'openai', base_url: 'http://127.0.0.1:1/v1', model: 'v' };
  await made('/projects/demo/models', { key: 'vectors', provider, capabilities: ['embeddings'] });
});
afterAll(() => gateway.stop());
beforeEach(() => void askedOfReviews.splice(0));

async function made(path: string, json: object): Promise<{ id: string }> {
  const answer = await gateway.fetch(`/api/v1${path}`, { json });
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string };
}
async function send(method: string, path: string, json?: object, key?: string) {
  const answer = await gateway.fetch(`/api/v1/projects/demo${path}`, { method, json, ...(key && { key }) });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}
const queue = { key: 'first', kind: 'compare', metric: 'helpful' };

describe('a review queue', () => {
  it('has ids of its metric and models, and the defaults', async () => {
    const answer = await send('POST', '/review_queues', { ...queue, source: { models: ['large', 'small'] } });
    const { id, created_at, updated_at } = answer.body;
    const source = { models: [ids['large'], ids['small']] };
    const counts = { waiting: 0, leased: 0, reviewed: 0, skipped: 0 };
    const settings = { ...queue, name: 'first', source, reviews_per_item: 1, lease_seconds: 300 };
    expect(answer).toEqual({
      status: 201,
      body: { id, project_id: expect.any(String), ...settings, counts, created_at, updated_at },
    });
    expect(askedOfReviews).toMatchObject([{ id, ...settings, metric: ids['helpful'] }]);
  });

  it('shows a filter with the names of the list of interactions', async () => {
    const source = { filter: { model: 'large', tag: ['trial'], metric: 'helpful', min: 1 } };
    const { body } = await send('POST', '/review_queues', { ...queue, kind: 'rate', source });
    expect(body.source).toEqual({ filter: { model: ids['large'], tag: ['trial'], metric: ids['helpful'], min: 1 } });
  });

  it('compares two models on the prompts of a filter', async () => {
    const source = { models: ['large', 'small'], filter: { tag: ['trial'] } };
    const { body } = await send('POST', '/review_queues', { ...queue, source });
    expect(body.source).toEqual({ models: [ids['large'], ids['small']], filter: { tag: ['trial'] } });
  });

  it('has prompts answered again by a model, whose id it shows', async () => {
    const source = { filter: { tag: ['trial'] }, replay: { model: 'small' } };
    const { body } = await send('POST', '/review_queues', { ...queue, source });
    const replay = { model: ids['small'], limit: 100 };
    expect(body.source).toEqual({ filter: { tag: ['trial'] }, replay });
    expect(askedOfReviews).toMatchObject([{ source: { replay } }]);
  });

  it('has prompts answered again only for a key that may ask models', async () => {
    const source = { filter: {}, replay: { model: 'small' } };
    const permissions = ['manage', 'read'];
    const { api_key } = (await made('/projects/demo/api_keys', { name: 'Eve', permissions })) as unknown as {
      api_key: string;
    };
    const refused = { status: 403, body: { error: { code: 'permission_missing' } } };
    expect(await send('POST', '/review_queues', { ...queue, source }, api_key)).toMatchObject(refused);
    expect(await send('PATCH', '/review_queues/first', { source }, api_key)).toMatchObject(refused);
    expect(askedOfReviews).toEqual([]);
  });

  it.each([
    [{ kind: 'other' }, 400, 'invalid_field', 'kind'],
    [{ reviews_per_item: 6 }, 400, 'invalid_field', 'reviews_per_item'],
    [{ lease_seconds: 59 }, 400, 'invalid_field', 'lease_seconds'],
    [{ source: { models: ['large'] } }, 400, 'invalid_field', expect.stringMatching(/^source/)],
    [
      { source: { models: ['large', 'small'], filter: { model: 'large' } } },
      400,
      'invalid_field',
      'source.filter.model',
    ],
    [{ source: { filter: {}, replay: { model: 'unknown' } } }, 404, 'model_not_found', 'source.replay.model'],
    [{ source: { filter: {}, replay: { model: 'imported' } } }, 400, 'model_not_capable', 'source.replay.model'],
    [{ source: { filter: {}, replay: { model: 'vectors' } } }, 400, 'model_not_capable', 'source.replay.model'],
    [{ source: { filter: {}, replay: { model: 'small', limit: 1_001 } } }, 400, 'invalid_field', 'source.replay.limit'],
    [{ metric: 'unknown' }, 404, 'metric_not_found', 'metric'],
    [{ source: { models: ['large', 'unknown'] } }, 404, 'model_not_found', 'source.models'],
    [{ source: { ab_campaign: 'unknown' } }, 404, 'ab_campaign_not_found', 'source.ab_campaign'],
    [{ source: { filter: { metric: 'unknown' } } }, 404, 'metric_not_found', 'source.filter.metric'],
  ])('with %j is rejected with its field', async (fields, status, code, param) => {
    const answer = await send('POST', '/review_queues', { ...queue, ...fields });
    expect(answer).toMatchObject({ status, body: { error: { code, param } } });
    expect(askedOfReviews).toEqual([]);
  });
});

describe('a reviewer', () => {
  it('has the name of the API key unless the request names one', async () => {
    const { api_key } = (await made('/projects/demo/api_keys', {
      name: 'Ada',
      permissions: ['feedback'],
    })) as unknown as {
      api_key: string;
    };
    expect(await send('POST', '/review_queues/first/leases', {}, api_key)).toEqual({ status: 201, body: { data: [] } });
    await send('POST', '/review_queues/first/leases', { reviewer: 'Grace', limit: 3 }, api_key);
    expect(askedOfReviews).toMatchObject([
      { queue: 'first', reviewer: 'Ada', limit: 1, item_id: null },
      { queue: 'first', reviewer: 'Grace', limit: 3, item_id: null },
    ]);
  });
});

describe('a review', () => {
  const lease_id = randomUUID();
  const reviews = '/review_queues/first/reviews';

  it.each([
    [{ preferred_completion: lease_id }, { preferred_completion: lease_id }],
    [{ tied: 'bad' }, { tied: 'bad' }],
    [
      { value: 0.5, details: 'x' },
      { value: 0.5, reason: null, details: 'x' },
    ],
    [{ skip: true }, { skip: true }],
  ])('with %j is one decision', async (fields, decision) => {
    expect((await send('POST', reviews, { lease_id, ...fields })).status).toBe(201);
    expect(askedOfReviews).toMatchObject([{ lease_id, decision, user_id: null }]);
  });

  it.each([
    [{}, 'missing_field', 'preferred_completion'],
    [{ tied: 'good', skip: true }, 'invalid_field', 'skip'],
    [{ skip: true, reason: 'Style' }, 'invalid_field', 'reason'],
    [{ value: 'yes' }, 'metric_value_invalid', 'value'],
    [{ skip: false }, 'invalid_field', 'skip'],
  ])('with %j is rejected with its field', async (fields, code, param) => {
    const answer = await send('POST', reviews, { lease_id, ...fields });
    expect(answer).toMatchObject({ status: 400, body: { error: { code, param } } });
    expect(askedOfReviews).toEqual([]);
  });

  it('with an id that is no uuid does not exist; a lease with one has ended', async () => {
    expect(await send('DELETE', `${reviews}/x`)).toMatchObject({
      status: 404,
      body: { error: { code: 'review_not_found' } },
    });
    expect((await send('DELETE', '/review_queues/first/leases/x')).status).toBe(204);
    expect((await send('DELETE', `/review_queues/first/leases/${lease_id}`)).status).toBe(204);
  });
});

describe('one entry of feedback', () => {
  it.each(['feedback', 'comparison'])('is deleted: %s', async (kind) => {
    const id = randomUUID();
    const path = kind === 'feedback' ? '/feedback' : '/comparisons';
    expect(await send('DELETE', `${path}/${id}`)).toEqual({ status: 204, body: null });
    expect(askedOfReviews).toMatchObject([{ id }]);
    const unknown = await send('DELETE', `${path}/x`);
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: `${kind}_not_found` } } });
  });
});
