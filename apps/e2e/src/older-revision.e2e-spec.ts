import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import OpenAI from 'openai';
import type { Answer, Body } from './support/api.js';
import { FeedbackProject } from './support/feedback-project.js';
import { stack } from './support/stack.js';

jest.setTimeout(60_000);

/** Requests and responses of the older revision. For feedback see feedback-shapes.e2e-spec.ts. */
describe('the older revision, at the same time as the current one', () => {
  const project = new FeedbackProject();
  let client: OpenAI;

  beforeAll(async () => {
    await project.start();
    client = new OpenAI({ apiKey: project.apiKey, baseURL: `${stack().url}/api/v1`, maxRetries: 0 });
  });
  afterAll(() => project.stop());

  const admin = () => stack().adminKey;
  const refusal = ({ status, body }: Answer) => [status, body.error?.code, body.error?.param];
  const interactionOf = async (id: string) => (await project.get(`interactions/${id}`)).body as Body & Recorded;

  interface Recorded {
    messages: object[];
    completion: string;
    session_id: string;
    user: string | null;
    labels: object;
    tags: string[];
  }

  it('answers a text with a GenerateResponse, and records it as one message of the user', async () => {
    const [session_id, user] = [randomUUID(), randomUUID()];
    const requestBody = { model: `${project.key}/m`, prompt: 'Hello', n: 2, session_id, user };
    const fields = { metadata: { a: 'b' }, tags: ['old'], serialized_python: null, temperature: 0.5, top_p: 1 };
    const { status, body } = await project.post('completions', {
      ...requestBody,
      ...fields,
      max_tokens: 9,
      stop: ['END'],
    });
    expect(status).toBe(200);
    expect(body.usage).toEqual({ prompt_tokens: 7, completion_tokens: 6, total_tokens: 13 });
    const choices = body.choices as unknown as { text: string; completion_id: string; model: string }[];
    expect(choices.map(({ text, model }) => [text, model])).toEqual(Array(2).fill(['Hello there.', requestBody.model]));
    expect(await interactionOf(choices[1]?.completion_id as string)).toMatchObject({
      messages: [{ role: 'user', content: 'Hello' }],
      completion: 'Hello there.',
      session_id,
      user,
      labels: { a: 'b' },
      tags: ['old'],
    });
    expect(project.provider.requests.at(-1)).toMatchObject({
      temperature: 0.5,
      top_p: 1,
      max_tokens: 9,
      stop: ['END'],
    });
  });

  it('takes feedback on a text completion, by its completion_id', async () => {
    const { body } = await project.post('completions', { model: project.key, prompt: 'Hi' });
    const feedbackBody = {
      completion_id: body.choices[0]?.completion_id,
      metric: await project.metric('bool'),
      value: true,
    };
    expect((await project.post('feedback', feedbackBody)).status).toBe(201);
  });

  it('gives the official JavaScript client a text, whole and as a stream with usage', async () => {
    const request = { model: project.key, prompt: ['Hello'] };
    const whole = await client.completions.create(request);
    expect([whole.object, whole.choices[0]?.text, whole.choices[0]?.finish_reason]).toEqual([
      'text_completion',
      'Hello there.',
      'stop',
    ]);
    const options = { stream: true as const, stream_options: { include_usage: true } };
    let text = '';
    let tokens: number | undefined;
    for await (const { choices, usage } of await client.completions.create({ ...request, ...options })) {
      text += choices[0]?.text ?? '';
      tokens = usage?.total_tokens;
    }
    expect([text, tokens]).toEqual(['Hello there.', 10]);
  });

  it('takes {use_case}/{model} and {use_case} as the model of chats, texts and embeddings', async () => {
    const vectors = { key: 'vectors', provider: { kind: 'external' }, capabilities: [] };
    expect((await project.post(`projects/${project.key}/models`, vectors)).status).toBe(201);
    const messages = [{ role: 'user', content: 'Hi' }];
    for (const model of [project.key, `${project.key}/m`]) {
      expect((await project.post('chat/completions', { model, messages })).status).toBe(200);
      expect((await project.post('completions', { model, prompt: 'Hi' })).status).toBe(200);
      // The model is found by its name, and rejected only because it cannot embed.
      const embedded = await project.post('embeddings', { model, input: 'Hi', session_id: null });
      expect(refusal(embedded)).toEqual([400, 'model_not_capable', 'model']);
    }
  });

  it('takes an interaction with use_case and prompt', async () => {
    const imported = { use_case: project.id, prompt: 'Hi', completion: 'Hello', model_service: 'm' };
    const { status, body } = await project.post('interactions', imported);
    expect(status).toBe(201);
    expect((await interactionOf(body.completion_id)).messages).toEqual([{ role: 'user', content: 'Hi' }]);
  });

  it('accepts project and use_case of the same project, by id and by key', async () => {
    const both = { project: project.key, use_case: project.id };
    expect((await project.post('interactions', { ...both, prompt: 'Hi', completion: 'a' })).status).toBe(201);
    const { completionId: completion_id, sessionId: session_id } = await project.completion();
    const feedbackBody = { ...both, metric: await project.metric('bool'), value: true };
    expect((await project.post('feedback', { ...feedbackBody, completion_id })).status).toBe(201);
    expect((await project.post('outcome', { ...feedbackBody, session_id })).status).toBe(201);
  });

  it.each([
    ['interactions', () => ({ prompt: 'Hi', completion: 'a' })],
    ['feedback', () => ({ metric: 'm', value: true, completion_id: randomUUID() })],
    ['outcome', () => ({ metric: 'm', value: true, session_id: randomUUID() })],
    ['comparison', () => ({ metric: 'm', preferred_completion: randomUUID(), other_completion: randomUUID() })],
  ])('rejects %s with different project and use_case, whether or not the other exists', async (path, body) => {
    const other = new FeedbackProject();
    await other.start();
    try {
      for (const use_case of [other.key, other.id, 'no-such-project']) {
        for (const key of [project.apiKey, admin()]) {
          const answer = await project.post(path, { ...body(), project: project.key, use_case }, {}, key);
          expect(refusal(answer)).toEqual([400, 'invalid_field', 'use_case']);
        }
      }
    } finally {
      await other.stop();
    }
  });

  it.each([
    ['completions', { prompt: 'Hi' }],
    ['chat/completions', { messages: [{ role: 'user', content: 'Hi' }] }],
  ])('executes no code: serialized_python at %s is a 400', async (path, requestBody) => {
    const answer = await project.post(path, { model: project.key, ...requestBody, serialized_python: 'print(1)' });
    expect(refusal(answer)).toEqual([400, 'unsupported_parameter', 'serialized_python']);
  });
});
