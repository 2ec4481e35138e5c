import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { call, uniqueKey } from './support/api.js';
import { FeedbackProject } from './support/feedback-project.js';

describe('metrics', () => {
  const project = new FeedbackProject();
  const path = () => `/api/v1/projects/${project.key}/metrics`;

  beforeAll(() => project.start());
  afterAll(() => project.stop());

  it('are created, found by id and key, updated, listed and deleted', async () => {
    const key = uniqueKey('m');
    const made = await call('POST', path(), { body: { key, kind: 'scalar', description: 'From 1 to 5.' } });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      key,
      name: key,
      kind: 'scalar',
      scoring_type: 'higher_is_better',
      project_id: project.id,
    });
    const changed = await call('PATCH', `${path()}/${key}`, {
      body: { name: 'Stars', scoring_type: 'lower_is_better' },
    });
    expect(changed.body).toMatchObject({ name: 'Stars', scoring_type: 'lower_is_better', description: 'From 1 to 5.' });
    expect((await call('GET', `${path()}/${made.body.id}`)).body).toEqual(changed.body);
    expect((await call('GET', path())).body.data).toContainEqual(changed.body);
    expect((await call('DELETE', `${path()}/${key}`)).status).toBe(204);
    expect((await call('GET', `${path()}/${key}`)).body.error?.code).toBe('metric_not_found');
  });

  it('keep their kind, and have unique keys', async () => {
    const key = await project.metric('bool');
    const changed = await call('PATCH', `${path()}/${key}`, { body: { kind: 'scalar' } });
    expect([changed.status, changed.body.error?.code]).toEqual([409, 'metric_kind_fixed']);
    const again = await call('POST', path(), { body: { key, kind: 'bool' } });
    expect([again.status, again.body.error?.code, again.body.error?.param]).toEqual([409, 'key_taken', 'key']);
  });

  it('are created once by repeated requests with one idempotency key', async () => {
    const options = { body: { key: uniqueKey('m'), kind: 'bool' }, headers: { 'idempotency-key': randomUUID() } };
    const [first, again] = await Promise.all([call('POST', path(), options), call('POST', path(), options)]);
    expect(again.body).toEqual(first.body);
    const other = await call('POST', path(), { ...options, body: { ...options.body, kind: 'scalar' } });
    expect([other.status, other.body.error?.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('are rejected with every violation, unknown fields included', async () => {
    const { status, body } = await call('POST', path(), { body: { key: 'No!', kind: 'stars', extra: 1 } });
    expect(status).toBe(400);
    expect(body.error?.details?.map(({ param }) => param).sort()).toEqual(['extra', 'key', 'kind']);
  });
});
