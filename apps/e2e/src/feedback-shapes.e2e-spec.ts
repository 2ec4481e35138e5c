import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { makeProject } from './support/api.js';
import { FeedbackProject, type Judged } from './support/feedback-project.js';
import { stack } from './support/stack.js';

jest.setTimeout(60_000);

/** Shapes of all revisions, and mixtures of them: every one is taken. */
describe('the feedback routes', () => {
  const project = new FeedbackProject();
  let bool: string;
  let scalar: string;
  let one: Judged;
  let other: Judged;

  beforeAll(async () => {
    await project.start();
    [bool, scalar] = [await project.metric('bool'), await project.metric('scalar')];
    [one, other] = [await project.completion('Hi'), await project.completion('Hi')];
  });
  afterAll(() => project.stop());

  const admin = () => stack().adminKey;

  it.each([
    ['with nothing more than is required', {}],
    ['with nulls', { user_id: null, reason: null, details: null, project: null, use_case: null }],
    ['with each reason', { reason: 'Toxicity' }],
    ['with each reason', { reason: 'Factuality' }],
    ['with each reason', { reason: 'Style' }],
    ['with each reason', { reason: 'WrongAnswer', details: 'It is “42” 🙂.' }],
    ['with fields of newer revisions', { shade: { of: ['things', 'to', 'come'] } }],
  ])('accept single feedback %s', async (_, fields) => {
    const feedbackBody = { completion_id: one.completionId, metric: bool, value: 1, ...fields };
    const { status, body } = await project.post('feedback', feedbackBody);
    expect([status, Object.keys(body)]).toEqual([201, ['feedback_id']]);
  });

  it('take the project of single feedback from the completion, also for a key of the installation', async () => {
    const feedbackBody = { completion_id: one.completionId.toUpperCase(), metric: bool, value: true };
    expect((await project.post('feedback', feedbackBody, {}, admin())).status).toBe(201);
  });

  it.each([
    ['project_id', () => ({ project_id: project.id })],
    ['project', () => ({ project: project.key })],
    ['use_case', () => ({ use_case: project.key })],
    ['all of them, by id and key', () => ({ use_case: project.key, project: project.id, project_id: project.key })],
    ['none of them: the project of the session', () => ({})],
  ])('accept outcomes with %s', async (_, fields) => {
    const feedbackBody = { session_id: one.sessionId, metric: scalar, value: 3, user_id: randomUUID(), ...fields() };
    for (const key of [project.apiKey, admin()]) {
      const { status, body } = await project.post('outcome', feedbackBody, {}, key);
      expect([status, Object.keys(body)]).toEqual([201, ['outcome_id']]);
    }
  });

  it.each([
    ['messages', () => ({ project: project.key, messages: [{ role: 'user', content: 'Hi' }] })],
    ['a prompt and a use_case', () => ({ use_case: project.key, prompt: 'Hi' })],
    ['a prompt and a project', () => ({ project: project.id, prompt: 'Hi', messages: null, user_id: randomUUID() })],
    [
      'messages and a use_case',
      () => ({ use_case: project.id, messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] }),
    ],
    ['the project of the key', () => ({ prompt: 'Hi' })],
  ])('accept comparisons of texts, and of a text and a completion, with %s', async (_, fields) => {
    const text = { text: `Hello ${randomUUID()}`, model: 'm' };
    const sides = [
      [text, { text: 'Bye', model: 'm' }],
      [one.completionId, text],
      [text, other.completionId],
    ];
    for (const [preferred_completion, other_completion] of sides) {
      const { status, body } = await project.post('comparison', {
        metric: bool,
        preferred_completion,
        other_completion,
        ...fields(),
      });
      expect([status, Object.keys(body)]).toEqual([201, ['comparison_id']]);
    }
  });

  it('accept comparisons of completions, with any prompt field, with and without a project', async () => {
    const compared = { metric: scalar, preferred_completion: one.completionId, other_completion: other.completionId };
    for (const fields of [
      {},
      { messages: [] },
      { messages: [{ role: 'user', content: 'No' }], prompt: 'Nor this' },
      { project: project.key },
    ]) {
      for (const key of [project.apiKey, admin()]) {
        expect((await project.post('comparison', { ...compared, ...fields, tied: null }, {}, key)).status).toBe(201);
      }
    }
  });

  it('reject a body that names two projects', async () => {
    const another = await makeProject();
    const feedbackBody = {
      metric: bool,
      value: 1,
      session_id: one.sessionId,
      project: project.key,
      use_case: another.key,
    };
    const { status, body } = await project.post('outcome', feedbackBody, {}, admin());
    expect([status, body.error?.param]).toEqual([400, 'use_case']);
    const compared = {
      metric: bool,
      prompt: 'Hi',
      preferred_completion: { text: 'a', model: 'm' },
      other_completion: { text: 'b', model: 'm' },
    };
    const nowhere = await project.post('comparison', compared, {}, admin());
    expect([nowhere.status, nowhere.body.error?.code]).toEqual([400, 'project_required']);
  });
});

describe('extreme values', () => {
  const project = new FeedbackProject();
  let metric: string;
  let completion_id: string;

  beforeAll(async () => {
    await project.start();
    metric = await project.metric('scalar');
    completion_id = (await project.completion()).completionId;
  });
  afterAll(() => project.stop());

  const raw = (value: string) => `{"completion_id":"${completion_id}","metric":"${metric}","value":${value}}`;

  it.each([
    ['-0', 0],
    ['1e308', 1e308],
    ['-1.7976931348623157e308', -Number.MAX_VALUE],
    ['5e-324', Number.MIN_VALUE],
    ['1E2', 100],
    ['0.1', 0.1],
  ])('%s is stored as %d', async (written, kept) => {
    const { status, body } = await project.post('feedback', raw(written));
    expect(status).toBe(201);
    const { data } = (await project.get(`feedback?completion_id=${completion_id}&limit=100`)).body;
    const entry = data.find(({ id }) => id === body.feedback_id) as unknown as { value: number };
    expect(entry.value).toBe(kept);
  });

  it.each(['1e309', '-1e400', 'NaN', '"1"', 'null', '[1]', '{}', '0x10'])('%s is a 400', async (written) => {
    expect((await project.post('feedback', raw(written))).status).toBe(400);
  });

  it('keeps emoji, and 64 KiB of details to the byte; one more is a 400, 10 MB a 413', async () => {
    const feedbackBody = { completion_id, metric, value: 1 };
    const details = '🙂'.repeat(16_384);
    expect((await project.post('feedback', { ...feedbackBody, details })).status).toBe(201);
    const { data } = (await project.get(`feedback?completion_id=${completion_id}&limit=100`)).body;
    expect(data.some((entry) => (entry as unknown as { details: string }).details === details)).toBe(true);
    const more = await project.post('feedback', { ...feedbackBody, details: `${details}x` });
    expect([more.status, more.body.error?.param]).toEqual([400, 'details']);
    expect((await project.post('feedback', { ...feedbackBody, details: 'x'.repeat(10_000_000) })).status).toBe(413);
  });

  it.each([
    ['NUL', { details: 'a\0b' }],
    ['half of a surrogate pair', { details: '\ud800' }],
    ['nesting without end', { extra: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`) }],
    ['a reason that nobody knows', { reason: 'Boredom' }],
    ['a user of 1,025 characters', { user_id: 'x'.repeat(1_025) }],
    ['a completion that is no uuid', { completion_id: 'this one' }],
  ])('%s is a 400', async (_, fields) => {
    expect((await project.post('feedback', { completion_id, metric, value: 1, ...fields })).status).toBe(400);
  });
});
