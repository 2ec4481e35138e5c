import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EmbedChunk } from '@earshot/contracts-inference';
import { lastValueFrom, toArray } from 'rxjs';
import { v7 } from 'uuid';
import { until } from '@earshot/messaging/testing';
import { embeds, neverAnswers, refuses } from './openai-double.js';
import { InferenceApp } from './inference-app.js';

let app: InferenceApp;

beforeAll(async () => {
  app = await InferenceApp.begin();
}, 60_000);

afterAll(() => app.end(), 60_000);

const capabilities: ['embeddings'] = ['embeddings'];

async function scene() {
  const project = await app.makeProject();
  await app.makeModel(project.id, 'vectors', { capabilities });
  app.upstream.script = embeds(4);
  return project;
}

async function vectorsOf(chunks: Promise<EmbedChunk[][]>) {
  const [first, ...more] = (await chunks).flat();
  const bytes = Buffer.concat([first!, ...more].map((chunk) => Buffer.from(chunk.bytes, 'base64')));
  const { dimensions = 0 } = first?.head ?? {};
  const numbers = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
  const vectors = [];
  for (let at = 0; at < numbers.length; at += dimensions) vectors.push(numbers.slice(at, at + dimensions));
  return { head: first?.head, vectors };
}

const all = (...asked: Parameters<InferenceApp['embed']>) => lastValueFrom(app.embed(...asked).pipe(toArray()));

describe('a request for vectors', () => {
  it('gets one for each text, in order, from the embedding model of its project', async () => {
    const project = await scene();
    const input = Array.from({ length: 70 }, (_, index) => 'x'.repeat(index + 1));
    const { head, vectors } = await vectorsOf(all(project.id, input));
    expect(head).toEqual({ model: `${project.key}/vectors`, dimensions: 4, prompt_tokens: 70 });
    expect(vectors).toEqual(input.map(({ length }) => [length, 0, 0, 0]));
  });

  it('is not recorded', async () => {
    const project = await scene();
    await all(project.id, ['a']);
    expect(app.neighbours.witness.recorded.filter(({ project_id }) => project_id === project.id)).toEqual([]);
  });

  it('is rejected without a model that can embed, for a rejected text, and without a project', async () => {
    const project = await app.makeProject();
    await app.makeModel(project.id, 'chats');
    await expect(all(project.id, ['a'])).rejects.toMatchObject({ code: 'model_not_capable', param: 'model' });
    await expect(all(v7(), ['a'])).rejects.toMatchObject({ code: 'project_not_found' });
    const other = await scene();
    app.upstream.script = refuses(400, 'too long');
    await expect(all(other.id, ['a'])).rejects.toMatchObject({ code: 'provider_rejected' });
  });

  it('that nobody waits for is aborted at the provider', async () => {
    const project = await scene();
    const asked = app.upstream.requests.length;
    const before = app.upstream.broken;
    app.upstream.script = neverAnswers();
    const waiting = app.embed(project.id, ['a']).subscribe({ error: () => undefined });
    await until(() => app.upstream.requests.length > asked, 'the provider to be asked');
    waiting.unsubscribe();
    await until(() => app.upstream.broken === before + 1, 'the provider to be told');
  });
});
