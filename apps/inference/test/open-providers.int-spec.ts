import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encodeProvider, modelsState, providerOf, type Model } from '@earshot/contracts-inference';
import { v7 } from 'uuid';
import { providerKinds } from '../src/providers/providers.js';
import { echo } from './echo-provider.js';
import { textOf, InferenceApp } from './inference-app.js';

let app: InferenceApp;

beforeAll(async () => {
  app = await InferenceApp.begin({}, { ...providerKinds, echo });
}, 60_000);

afterAll(() => app.end(), 60_000);

const settings = { voice: { name: 'Echo' } };

/** A model whose provider is of a kind that no contract names. */
function makeEcho(projectId: string): Promise<Model> {
  const id = v7();
  const provider = encodeProvider({ kind: 'echo', settings, sealed_secret: app.seal('s3cret', id) });
  return app.makeModel(projectId, 'echo', { id, provider });
}

/** The provider column of a model. */
async function columnOf({ id }: Model): Promise<unknown> {
  const statement = `select provider from inference.models where id = '${id}'`;
  const [row] = await app.database.query<{ provider: unknown }>(statement);
  return row?.provider;
}

describe('a kind of provider without a contract', () => {
  it('is stored, published and called with its own settings and secret', async () => {
    const project = await app.makeProject();
    const model = await makeEcho(project.id);
    expect(providerOf(model)).toEqual({ kind: 'echo', settings, sealed_secret: expect.any(String) });
    await app.neighbours.models.fence();
    expect(app.neighbours.models.get(model.id)).toEqual(model);
    expect(await columnOf(model)).toEqual(model.provider);
    expect(textOf(await app.answerTo(project.id))).toBe('Echo s3cret');
  });

  it('works after a restart, from the table and the topic', async () => {
    const project = await app.makeProject();
    const model = await makeEcho(project.id);
    await app.stopService();
    await app.startService();
    expect(await app.modelsOf(project.id)).toEqual([model]);
    expect(textOf(await app.answerTo(project.id))).toBe('Echo s3cret');
  }, 60_000);

  it('is an external model for processes of version 0.1', async () => {
    const model = await makeEcho((await app.makeProject()).id);
    expect(modelsState.schema.parse(model).provider.kind).toBe('external');
  });

  it.each([
    ['settings that its schema refuses', { kind: 'echo', settings: { voice: 1 } }],
    ['a kind that this installation does not have', { kind: 'unknown', settings }],
  ])('is rejected with %s', async (_, provider) => {
    const { id } = await app.makeProject();
    const created = app.makeModel(id, 'm', { provider: encodeProvider({ ...provider, sealed_secret: null }) });
    await expect(created).rejects.toMatchObject({ code: 'model_not_served' });
    expect(await app.modelsOf(id)).toEqual([]);
  });
});

describe('a row of version 0.1', () => {
  it('is read and called as before', async () => {
    const project = await app.makeProject();
    const model = await app.makeModel(project.id, 'old');
    const column = { kind: 'openai', base_url: app.upstream.baseUrl, model: 'm', sealed_api_key: null };
    expect(await columnOf(model)).toEqual(column);
    const { base_url, model: name } = column;
    const provider = { kind: 'openai', settings: { base_url, model: name }, sealed_secret: null };
    expect(providerOf(model)).toEqual(provider);
    expect(textOf(await app.answerTo(project.id))).toBe('Hello there');
  });
});
