import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Model } from '@earshot/contracts-inference';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lastValueFrom, toArray } from 'rxjs';
import { v7 } from 'uuid';
import { until } from '@earshot/messaging/testing';
import { fallsSilentAfter, refuses, textScript } from './openai-double.js';
import { textOf as text, InferenceApp } from './inference-app.js';

let app: InferenceApp;

beforeAll(async () => {
  app = await InferenceApp.begin();
}, 60_000);

afterAll(() => app.end(), 60_000);

describe('a chat', () => {
  it('is answered by the named or the default model, as soon as that is created', async () => {
    const project = await app.makeProject();
    const model = await app.makeModel(project.id, 'first');
    app.upstream.script = textScript('Hello there');
    for (const name of ['first', model.id, null]) {
      const chunks = await app.answerTo(project.id, { model: name });
      expect(text(chunks)).toBe('Hello there');
      expect(chunks[0]?.model).toBe(`${project.key}/first`);
      expect(chunks.at(-1)?.usage).toEqual({ prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 });
    }
    expect(text(await app.answerTo(project.id, { stream: false }))).toBe('Hello there');
  });

  it('reaches the provider with its secret, the system prompt and the parameters of model and request', async () => {
    const project = await app.makeProject({ system_prompt: 'Of the project.' });
    const id = v7();
    const sealed_api_key = app.seal('sk-provider', id);
    const provider: Model['provider'] = {
      kind: 'openai',
      base_url: app.upstream.baseUrl,
      model: 'large',
      sealed_api_key,
    };
    await app.makeModel(project.id, 'first', { id, provider, parameters: { temperature: 0.1, max_tokens: 9 } });
    app.upstream.script = textScript('Yes');
    await app.answerTo(project.id, { temperature: 0.7 });
    expect(app.upstream.requests.at(-1)).toMatchObject({
      authorization: 'Bearer sk-provider',
      body: {
        model: 'large',
        temperature: 0.7,
        max_tokens: 9,
        messages: [
          { role: 'system', content: 'Of the project.' },
          { role: 'user', content: 'Hello?' },
        ],
      },
    });
  });

  it('sends a remote image to the provider unchanged, and records its address', async () => {
    const project = await app.makeProject();
    await app.makeModel(project.id, 'seeing', { capabilities: ['chat', 'images'] });
    const gif = Buffer.from('GIF89a and some more');
    const elsewhere = createServer((_, response) => response.end(gif)).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/cat`;
    app.upstream.script = textScript('A cat');
    const messages = [{ role: 'user' as const, content: [{ type: 'image' as const, url, detail: 'low' }] }];
    const { request, answer } = app.ask(project.id, { messages });
    expect(text((await lastValueFrom(answer.pipe(toArray()))).flat())).toBe('A cat');
    elsewhere.close();
    const image_url = { url: `data:image/gif;base64,${gif.toString('base64')}`, detail: 'low' };
    expect(app.upstream.requests.at(-1)?.body.messages).toEqual([
      { role: 'user', content: [{ type: 'image_url', image_url }] },
    ]);
    expect((await app.recordOf(request))?.messages).toEqual(messages);
  });

  it('is recorded, announced first, with its request and answer', async () => {
    const project = await app.makeProject();
    await app.makeModel(project.id, 'first');
    app.upstream.script = textScript('On record');
    const { request, answer } = app.ask(project.id, { labels: { channel: 'web' }, tags: ['a'] });
    await lastValueFrom(answer.pipe(toArray()));
    expect(await app.recordOf(request)).toMatchObject({
      model: `${project.key}/first`,
      messages: request.messages,
      completions: [{ completion_id: request.completion_ids[0], text: 'On record', finish_reason: 'stop' }],
      labels: { channel: 'web' },
      tags: ['a'],
    });
    await until(
      () => app.neighbours.witness.started.some(({ response_id }) => response_id === request.response_id),
      'the announcement',
    );
  });

  it('that its model cannot answer is answered by the fallback, and recorded as its', async () => {
    const project = await app.makeProject();
    const away = { kind: 'openai' as const, base_url: 'http://127.0.0.1:1/v1', model: 'm', sealed_api_key: null };
    const large = await app.makeModel(project.id, 'large', { system_prompt: 'Be large.' });
    await app.makeModel(project.id, 'small', { provider: away, fallback: ['large'] });
    app.upstream.script = textScript('Here I am');
    const { request, answer } = app.ask(project.id, { model: 'small' });
    const chunks = (await lastValueFrom(answer.pipe(toArray()))).flat();
    expect(text(chunks)).toBe('Here I am');
    expect(chunks[0]?.model).toBe(`${project.key}/large`);
    expect(app.upstream.requests.at(-1)?.body.messages[0]).toEqual({ role: 'system', content: 'Be large.' });
    const record = await app.recordOf(request);
    expect(record).toMatchObject({ model_id: large.id, model: `${project.key}/large`, system_prompt: 'Be large.' });
    await until(
      () =>
        app.neighbours.witness.started.some(
          ({ response_id, model_id }) => response_id === request.response_id && model_id === large.id,
        ),
      'the announcement of the fallback',
    );
  });

  it('that replays a stored prompt is answered by no other model', async () => {
    const project = await app.makeProject();
    const away = { kind: 'openai' as const, base_url: 'http://127.0.0.1:1/v1', model: 'm', sealed_api_key: null };
    await app.makeModel(project.id, 'large');
    await app.makeModel(project.id, 'small', { provider: away, fallback: ['large'] });
    const { answer } = app.ask(project.id, { model: 'small', replay: true });
    await expect(lastValueFrom(answer)).rejects.toMatchObject({ type: 'upstream_error' });
  });

  it('that nobody waits for is aborted at the provider, and recorded as cancelled', async () => {
    const project = await app.makeProject();
    await app.makeModel(project.id, 'first');
    app.upstream.script = fallsSilentAfter('Hel');
    const before = app.upstream.broken;
    const { request, answer } = app.ask(project.id);
    await new Promise<void>((resolve, reject) => {
      const subscription = answer.subscribe({
        next: () => {
          subscription.unsubscribe();
          resolve();
        },
        error: reject,
      });
    });
    await until(() => app.upstream.broken === before + 1, 'the provider to be told');
    expect((await app.recordOf(request))?.completions[0]).toMatchObject({ text: 'Hel', finish_reason: 'cancelled' });
  });

  it('that its provider fails is recorded with the error that the caller gets', async () => {
    const project = await app.makeProject();
    await app.makeModel(project.id, 'first');
    app.upstream.script = refuses(500, 'out of memory');
    const { request, answer } = app.ask(project.id);
    await expect(lastValueFrom(answer)).rejects.toMatchObject({ type: 'upstream_error' });
    expect((await app.recordOf(request))?.error).toMatchObject({ code: 'provider_failed' });
  });

  it('is rejected when no model can answer it', async () => {
    const project = await app.makeProject();
    await expect(app.answerTo(v7())).rejects.toMatchObject({ code: 'project_not_found' });
    await expect(app.answerTo(project.id)).rejects.toMatchObject({ code: 'model_not_found' });
    await expect(app.answerTo(project.id, { model: 'nope' })).rejects.toMatchObject({
      code: 'model_not_found',
      message: expect.stringContaining(`${project.key}/nope`),
    });
    await app.makeModel(project.id, 'elsewhere', { provider: { kind: 'external' } });
    await app.makeModel(project.id, 'embedder', { capabilities: ['embeddings'] });
    await expect(app.answerTo(project.id)).rejects.toMatchObject({ code: 'model_not_capable' });
    await expect(app.answerTo(project.id, { model: 'embedder' })).rejects.toMatchObject({
      code: 'model_not_capable',
    });
  });
});
