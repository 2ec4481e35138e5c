import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatChunk } from '@earshot/contracts-inference';
import { generateResponseChunkSchema, generateResponseSchema } from '@earshot/dto-inference';
import { invalidRequest, overloaded } from '@earshot/errors';
import { concat, of, throwError } from 'rxjs';
import { GatewayApp } from './gateway-app.js';
import { chatRequests, chatScripts, type ChatScript } from './scripted-chat.controller.js';

const gateway = new GatewayApp();
const path = '/api/v1/completions';
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const first: ChatChunk = { model: 'demo/demo', choices: [{ index: 0, text: 'Grüß ' }] };
const last: ChatChunk = { choices: [{ index: 0, text: '😀"\n', finish_reason: 'stop' }], usage };
const answers: ChatScript = () => of(first, last);

beforeAll(async () => {
  await gateway.start();
  await gateway.fetch('/api/v1/projects', { json: { key: 'demo' } });
});
afterAll(() => gateway.stop());
afterEach(() => {
  chatRequests.length = 0;
  chatScripts.clear();
});

function complete(script: ChatScript, body: object = {}) {
  const prompt = randomUUID();
  chatScripts.set(prompt, script);
  return gateway.fetch(path, { json: { model: 'demo/demo', prompt, ...body } });
}

const sent = () => (chatRequests[0] as (typeof chatRequests)[number]).request;

async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as { error: object };
  return { status: answer.status, ...error };
}

describe('a text completion of the older revision', () => {
  it('is sent to the worker as a chat of one user message, with all of its fields', async () => {
    const prompt = randomUUID();
    chatScripts.set(prompt, answers);
    const session_id = randomUUID();
    const fields = { max_tokens: 5, temperature: 0.5, top_p: 0.9, n: 2, tags: ['t'], stream: false };
    const more = { model: 'demo', prompt: [prompt], stop: 'END', session_id, user: session_id, metadata: { a: 'b' } };
    await gateway.fetch(path, { json: { ...fields, ...more, serialized_python: null, logprobs: null } });
    const { completion_ids, ...request } = sent();
    const { n: _choices, ...requestBody } = fields;
    const messages = [{ role: 'user', content: prompt }];
    expect(request).toMatchObject({
      ...requestBody,
      messages,
      stop: ['END'],
      session_id,
      user: session_id,
      store: true,
    });
    expect([request.labels, request.model, completion_ids.length]).toEqual([{ a: 'b' }, null, 2]);
  });

  it('is answered by a GenerateResponse', async () => {
    const answer = await complete(answers);
    const body = await answer.json();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(generateResponseSchema.strict().parse(body)).toEqual({
      id: sent().response_id,
      object: 'text_completion',
      created: Math.floor(sent().received_at_ms / 1_000),
      model: 'demo/demo',
      session_id: sent().session_id,
      choices: [
        {
          index: 0,
          text: 'Grüß 😀"\n',
          completion_id: sent().completion_ids[0],
          model: 'demo/demo',
          finish_reason: 'stop',
        },
      ],
      usage,
    });
  });

  it('is streamed as chunks of text in the framing of a chat, with usage if requested', async () => {
    const answer = await complete(answers, { stream: true, stream_options: { include_usage: true } });
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const events = (await answer.text()).split('\n\n').map((event) => event.slice('data: '.length));
    expect(events.slice(-2)).toEqual(['[DONE]', '']);
    const chunks = events.slice(0, -2).map((event) => generateResponseChunkSchema.strict().parse(JSON.parse(event)));
    const choice = { index: 0, completion_id: sent().completion_ids[0], model: 'demo/demo' };
    expect(chunks.map(({ choices, usage: took }) => [choices, took])).toEqual([
      [[{ ...choice, text: 'Grüß ', finish_reason: null }], undefined],
      [[{ ...choice, text: '😀"\n', finish_reason: 'stop' }], undefined],
      [[], usage],
    ]);
  });

  it('has no usage in its stream unless requested', async () => {
    const text = await (await complete(answers, { stream: true })).text();
    expect(text).not.toContain('"usage"');
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
  });

  it('that fails before its first chunk is an ordinary error, in terms of the prompt', async () => {
    const refused = (error: Error) => complete(() => throwError(() => error), { stream: true });
    const full = await errorOf(await refused(overloaded('queue_full', 'The queue is full.', 2)));
    expect(full).toMatchObject({ status: 503, code: 'queue_full', param: null });
    const long = invalidRequest('context_length_exceeded', 'Too long.', { param: 'messages' });
    expect(await errorOf(await refused(long))).toMatchObject({ status: 400, param: 'prompt' });
  });

  it('that fails later reports it in its last event and has no [DONE]', async () => {
    const broken = concat(
      of(first),
      throwError(() => overloaded('worker_lost', 'The process died.', 1)),
    );
    const answer = await complete(() => broken, { stream: true });
    const events = (await answer.text()).split('\n\n');
    expect(events).toHaveLength(3);
    expect(JSON.parse(events[1]?.slice('data: '.length) ?? '')).toMatchObject({ error: { code: 'worker_lost' } });
  });

  it.each([path, '/api/v1/chat/completions'])(
    'never executes code: serialized_python is a 400 at %s',
    async (route) => {
      const requestBody = { model: 'demo', prompt: 'Hi', messages: [{ role: 'user', content: 'Hi' }] };
      const answer = await gateway.fetch(route, { json: { ...requestBody, serialized_python: 'print(1)' } });
      expect(await errorOf(answer)).toMatchObject({
        status: 400,
        code: 'unsupported_parameter',
        param: 'serialized_python',
      });
    },
  );

  it('without a prompt is a 400 that names it', async () => {
    const answer = await gateway.fetch(path, { json: { model: 'demo' } });
    expect(await errorOf(answer)).toMatchObject({ status: 400, code: 'missing_field', param: 'prompt' });
  });
});
