import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { makeProject } from './support/api.js';
import { FeedbackProject, type Judged } from './support/feedback-project.js';
import { until } from './support/until.js';

jest.setTimeout(60_000);

describe('feedback', () => {
  const project = new FeedbackProject();
  let one: Judged;
  let other: Judged;

  beforeAll(async () => {
    await project.start();
    one = await project.completion('Hi');
    other = await project.completion('Hi');
  });
  afterAll(() => project.stop());

  const errorOf = ({ body }: { body: { error?: { code: string; param: string | null } } }) => [
    body.error?.code,
    body.error?.param,
  ];

  it('sent right after an answer always finds the completion', async () => {
    const metric = await project.metric('bool');
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const { completionId: completion_id } = await project.completion();
        return project.post('feedback', { completion_id, metric, value: true });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect((await project.get(`metrics/${metric}/summary`)).body).toMatchObject({ count: 50, mean: 1 });
  });

  it('accepts true, false, 0 and 1 for a bool metric, any finite number for a scalar one, and nothing else', async () => {
    const bool = await project.metric('bool');
    const scalar = await project.metric('scalar');
    const postFeedback = (metric: string, value: unknown) =>
      project.post('feedback', { completion_id: one.completionId, metric, value });
    for (const value of [true, false, 0, 1]) expect((await postFeedback(bool, value)).status).toBe(201);
    for (const value of [0, -1, 0.5, 1e308]) expect((await postFeedback(scalar, value)).status).toBe(201);
    for (const value of [2, -1, 'true', null, [], {}, '1']) {
      expect(errorOf(await postFeedback(bool, value))).toEqual(['metric_value_invalid', 'value']);
    }
    for (const value of [true, 'x', null]) {
      expect(errorOf(await postFeedback(scalar, value))).toEqual(['metric_value_invalid', 'value']);
    }
    expect((await project.get(`metrics/${bool}/summary`)).body.count).toBe(4);
    expect((await project.get(`metrics/${scalar}/summary`)).body.count).toBe(4);
  });

  it('about a missing completion is a 404 that names the field and stores nothing', async () => {
    const metric = await project.metric('bool');
    const value = true;
    const unknown = randomUUID();
    const { completionId: completion_id, sessionId: session_id } = one;
    const refused = await Promise.all([
      project.post('feedback', { completion_id: unknown, metric, value }),
      project.post('feedback', { completion_id, metric: 'nothing', value }),
      project.post('outcome', { session_id: unknown, metric, value, project_id: project.key }),
      project.post('outcome', { session_id, metric: unknown, value, project_id: project.key }),
      project.post('comparison', {
        metric,
        project: project.key,
        preferred_completion: completion_id,
        other_completion: unknown,
      }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(refused.map((answer) => errorOf(answer))).toEqual([
      ['completion_not_found', 'completion_id'],
      ['metric_not_found', 'metric'],
      ['session_not_found', 'session_id'],
      ['metric_not_found', 'metric'],
      ['completion_not_found', 'other_completion'],
    ]);
    expect((await project.get(`feedback?metric=${metric}`)).body.data).toEqual([]);
  });

  it('about a completion of another project is a 404; naming that project is a 403', async () => {
    const stranger = await makeProject(['feedback']);
    const metric = await project.metric('bool');
    const feedbackBody = { completion_id: one.completionId, metric, value: true };
    const hidden = await project.post('feedback', feedbackBody, {}, stranger.apiKey);
    expect([hidden.status, ...errorOf(hidden)]).toEqual([404, 'completion_not_found', 'completion_id']);
    const outcome = { session_id: one.sessionId, metric, value: 1, project_id: project.key };
    const forbidden = await project.post('outcome', outcome, {}, stranger.apiKey);
    expect([forbidden.status, ...errorOf(forbidden)]).toEqual([403, 'project_forbidden', 'project_id']);
  });

  it('is stored once under an idempotency key; another body is a 409', async () => {
    const metric = await project.metric('scalar');
    const headers = { 'idempotency-key': randomUUID() };
    const feedbackBody = { completion_id: one.completionId, metric, value: 1 };
    const answers = await Promise.all([1, 2, 3].map(() => project.post('feedback', feedbackBody, headers)));
    expect(new Set(answers.map(({ body }) => body.feedback_id)).size).toBe(1);
    const changed = await project.post('feedback', { ...feedbackBody, value: 2 }, headers);
    expect([changed.status, ...errorOf(changed)]).toEqual([409, 'idempotency_key_reused', null]);
    expect((await project.get(`metrics/${metric}/summary`)).body).toMatchObject({ count: 1, mean: 1 });
  });

  it('of one user is replaced by later feedback in every summary, and stays readable', async () => {
    const metric = await project.metric('scalar');
    const user_id = randomUUID();
    for (const value of [1, 5]) {
      await project.post('feedback', { completion_id: one.completionId, metric, value, user_id });
      await project.post('outcome', { session_id: one.sessionId, metric, value, user_id, project_id: project.key });
    }
    expect((await project.get(`metrics/${metric}/summary`)).body).toMatchObject({
      count: 2,
      mean: 5,
      by_model: [{ model: `${project.key}/m`, count: 2 }],
      by_day: [{ count: 2 }],
    });
    const { body } = await project.get(`feedback?metric=${metric}&user_id=${user_id}`);
    expect(body.data).toMatchObject([
      { value: 1, current: false },
      { value: 5, current: true },
    ]);
  });

  it('of a user with a name belongs to the user of that name, on every route', async () => {
    const metric = await project.metric('scalar');
    const user = `alice-${randomUUID()}`;
    for (const value of [1, 5])
      await project.post('feedback', { completion_id: one.completionId, metric, value, user_id: user });
    const { body } = await project.get(`feedback?metric=${metric}&user_id=${encodeURIComponent(user)}`);
    expect(body.data).toMatchObject([
      { value: 1, current: false },
      { value: 5, current: true },
    ]);
    const chat = await project.post('chat/completions', {
      ...{ model: project.key, messages: [{ role: 'user', content: 'Hi' }], user },
    });
    const completion = chat.body.choices[0]?.completion_id;
    const record = await until(async () => {
      const { status, body: found } = await project.get(`interactions/${completion}`);
      return status === 200 && found;
    }, 10_000);
    expect(record).toMatchObject({ user: (body.data[0] as unknown as { user_id: string }).user_id });
  });

  it('compares two completions of one prompt, but not one with itself or two of different prompts', async () => {
    const metric = await project.metric('bool');
    const different = await project.completion('Something else');
    const compare = (other_completion: unknown, fields: object = {}) =>
      project.post('comparison', {
        metric,
        project: project.key,
        preferred_completion: one.completionId,
        other_completion,
        ...fields,
      });
    const recorded = await compare(other.completionId);
    expect(recorded.status).toBe(201);
    expect((await compare(other.completionId, { tied: 'bad' })).status).toBe(201);
    expect(errorOf(await compare(one.completionId))).toEqual(['same_completion', 'other_completion']);
    expect(errorOf(await compare(different.completionId))).toEqual(['prompts_differ', 'other_completion']);
    expect(errorOf(await compare(other.completionId, { tied: 'both' }))).toEqual(['invalid_field', 'tied']);
    const { body } = await project.get(`comparisons?metric=${metric}`);
    expect(body.data).toMatchObject([
      { id: recorded.body.comparison_id, tied: null, preferred: { model: `${project.key}/m` } },
      { tied: 'bad' },
    ]);
    const newestFirst = await project.get(`comparisons?metric=${metric}&order=desc&limit=1`);
    expect(newestFirst.body.data).toMatchObject([{ tied: 'bad' }]);
    const summary = (await project.get(`metrics/${metric}/summary`)).body;
    expect(summary).toMatchObject({ count: 0, mean: null, comparisons: { wins: 1, losses: 1, ties: 1 } });
  });

  it('compares texts of models of the project under the messages that they answer', async () => {
    const metric = await project.metric('bool');
    const messages = [{ role: 'user', content: 'Hi' }];
    const text = { text: 'Hello yourself.', model: 'm' };
    const compare = (fields: object) =>
      project.post('comparison', { metric, project: project.key, preferred_completion: text, messages, ...fields });
    expect((await compare({ other_completion: { text: 'No.', model: `${project.key}/m` } })).status).toBe(201);
    expect((await compare({ other_completion: one.completionId })).status).toBe(201);
    expect(errorOf(await compare({ other_completion: text }))).toEqual(['same_completion', 'other_completion']);
    const otherPrompt = { messages: [{ role: 'user', content: 'Bye' }], other_completion: one.completionId };
    expect(errorOf(await compare(otherPrompt))).toEqual(['prompts_differ', 'messages']);
    const noMessages = await compare({ messages: null, other_completion: one.completionId });
    expect(errorOf(noMessages)).toEqual(['missing_field', 'messages']);
    const noModel = await compare({ other_completion: { text: 'x', model: 'none' } });
    expect([noModel.status, ...errorOf(noModel)]).toEqual([404, 'model_not_found', 'other_completion.model']);
    expect((await project.get(`comparisons?metric=${metric}`)).body.data).toHaveLength(2);
  });

  it('is listed page by page, each entry once, the oldest or the newest first', async () => {
    const metric = await project.metric('scalar');
    for (let value = 0; value < 7; value += 1) {
      await project.post('feedback', { completion_id: other.completionId, metric, value });
    }
    const listed = async (order: string) => {
      const values: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const after: string = cursor && `&cursor=${cursor}`;
        const { body } = await project.get(`feedback?metric=${metric}&limit=3${order}${after}`);
        values.push(...body.data.map((entry) => (entry as unknown as { value: number }).value));
        cursor = body.next_cursor;
      }
      return values;
    };
    expect(await listed('')).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await listed('&order=desc')).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(errorOf(await project.get('feedback?order=newest'))).toEqual(['invalid_field', 'order']);
    expect((await project.get('feedback?cursor=nonsense')).body.error?.code).toBe('cursor_invalid');
  });

  it('on the first token of 1,000 streams is always accepted', async () => {
    const metric = await project.metric('bool');
    // Long enough that each answer is still on its way when it is judged.
    project.provider.script = { words: Array.from({ length: 10 }, () => 'word '), delayMs: 50 };
    const streams = 1_000;
    const refused: unknown[] = [];
    let begun = 0;
    const client = async () => {
      while (begun < streams) {
        begun += 1;
        const { first, rest } = await project.stream();
        const completion_id = first.choices[0]?.completion_id;
        const feedbackBody = await project.post('feedback', { completion_id, metric, value: true });
        if (feedbackBody.status !== 201) refused.push(feedbackBody.body);
        expect(await rest()).toContain('data: [DONE]');
      }
    };
    await Promise.all(Array.from({ length: 100 }, () => client()));
    expect(refused).toEqual([]);
    expect((await project.get(`metrics/${metric}/summary`)).body).toMatchObject({ count: streams, mean: 1 });
    project.provider.script = { words: ['Hello'] };
  }, 180_000);
});
