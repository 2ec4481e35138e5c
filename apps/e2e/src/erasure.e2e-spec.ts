import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { call } from './support/api.js';
import { FeedbackProject } from './support/feedback-project.js';

jest.setTimeout(120_000);

const rounds = 12;
const project = new FeedbackProject();

beforeAll(() => project.start());
afterAll(() => project.stop());

const erase = async (user: string) =>
  (await call('DELETE', `/api/v1/projects/${project.key}/users/${user}`, { key: project.apiKey })).status;

/** An answer to a user, what another said about it, and what the user said about another's. */
async function conversation(user: string, metric: string) {
  const mine = await project.completion('Hello', { user });
  const others = await project.completion('Hello');
  const writes = [
    ['feedback', { completion_id: mine.completionId, metric, value: true }],
    ['feedback', { completion_id: others.completionId, metric, value: true, user_id: user }],
    ['outcome', { session_id: mine.sessionId, metric, value: true }],
    ['comparison', { preferred_completion: mine.completionId, other_completion: others.completionId, metric }],
  ] as const;
  for (const [path, body] of writes) expect((await project.post(path, body)).status).toBe(201);
  return { mine, others };
}

describe('an erased user', () => {
  it('is in no list, interaction, summary or count after the response, whichever is read first', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [user, metric] = [randomUUID(), await project.metric('bool')];
      const { mine, others } = await conversation(user, metric);
      expect((await project.get(`metrics/${metric}/summary`)).body.count).toBe(3);
      expect(await erase(user)).toBe(204);
      const [summary, feedback, outcomes, comparisons, listed, read, other] = await Promise.all([
        project.get(`metrics/${metric}/summary`),
        project.get(`feedback?metric=${metric}`),
        project.get(`outcomes?metric=${metric}`),
        project.get(`comparisons?metric=${metric}`),
        project.get(`interactions?user=${user}`),
        project.get(`interactions/${mine.completionId}`),
        project.get(`interactions/${others.completionId}`),
      ]);
      expect(summary.body).toMatchObject({ count: 0, comparisons: { wins: 0, losses: 0, ties: 0 } });
      for (const { body } of [feedback, outcomes, comparisons, listed]) expect(body.data).toEqual([]);
      expect(read.status).toBe(404);
      expect(other.body).toMatchObject({ completion_id: others.completionId, feedback: [] });
    }
  });
});

describe('the erasure of an interaction', () => {
  it('removes it from lists, summaries and counts before the response, and may be repeated', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const metric = await project.metric('bool');
      const { mine, others } = await conversation(randomUUID(), metric);
      const path = `/api/v1/projects/${project.key}/interactions/${mine.completionId}`;
      for (let times = 0; times < 2; times += 1)
        expect((await call('DELETE', path, { key: project.apiKey })).status).toBe(204);
      const [summary, feedback, comparisons, read, other] = await Promise.all([
        project.get(`metrics/${metric}/summary`),
        project.get(`feedback?metric=${metric}`),
        project.get(`comparisons?metric=${metric}`),
        project.get(`interactions/${mine.completionId}`),
        project.get(`interactions/${others.completionId}`),
      ]);
      expect(summary.body).toMatchObject({ count: 1, comparisons: { wins: 0, losses: 0, ties: 0 } });
      expect(feedback.body.data).toMatchObject([{ completion_id: others.completionId }]);
      expect(comparisons.body.data).toEqual([]);
      expect(read.status).toBe(404);
      expect(other.status).toBe(200);
    }
  });

  it('is rejected when the interaction does not exist, and for keys that may not manage', async () => {
    const { completionId } = await project.completion();
    const path = (id: string) => `/api/v1/projects/${project.key}/interactions/${id}`;
    expect((await call('DELETE', path(randomUUID()), { key: project.apiKey })).status).toBe(404);
    const body = { name: 'reader', permissions: ['read'] };
    const reader = await call('POST', `/api/v1/projects/${project.key}/api_keys`, { body });
    expect((await call('DELETE', path(completionId), { key: reader.body.api_key })).status).toBe(403);
    expect((await project.get(`interactions/${completionId}`)).status).toBe(200);
  });
});
