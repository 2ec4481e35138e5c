import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatChunk, Model } from '@earshot/contracts-inference';
import { lastValueFrom, tap, toArray } from 'rxjs';
import { v7 } from 'uuid';
import { eventually } from './neighbours.js';
import { fallsSilentAfter, pauses, refuses, says } from './openai-double.js';
import { World } from './world.js';

let world: World;

beforeAll(async () => {
  world = await World.begin();
}, 60_000);

afterAll(() => world.end(), 60_000);

const text = (chunks: ChatChunk[]) => chunks.map(({ choices }) => choices[0]?.text).join('');

describe('models', () => {
  it("are in everybody else's replica when the answer to their making arrives", async () => {
    const project = await world.makeProject();
    const model = await world.makeModel(project.id, 'first');
    await world.neighbours.models.fence();
    expect(world.neighbours.models.get(model.id)).toEqual(model);
    expect(await world.modelsOf(project.id)).toEqual([model]);
  });

  it('have one default at any time: the first, then the one chosen, then the oldest of those that are left', async () => {
    const project = await world.makeProject();
    const defaults = async () =>
      (await world.modelsOf(project.id)).filter((model) => model.default).map(({ key }) => key);
    const [first, second, third] = [
      await world.makeModel(project.id, 'first'),
      await world.makeModel(project.id, 'second'),
      await world.makeModel(project.id, 'third', { default: true }),
    ];
    expect([first?.default, second?.default, third?.default]).toEqual([true, false, true]);
    expect(await defaults()).toEqual(['third']);
    await world.changeModel(second!, { default: true });
    expect(await defaults()).toEqual(['second']);
    await world.removeModel(second!);
    expect(await defaults()).toEqual(['first']);
    await world.neighbours.models.fence();
    expect(world.neighbours.models.get(first!.id)?.default).toBe(true);
    expect(world.neighbours.models.get(second!.id)).toBeUndefined();
    expect(world.neighbours.models.get(third!.id)?.default).toBe(false);
  });

  it('of one project that are made at the same time end up with exactly one default', async () => {
    const project = await world.makeProject();
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => world.makeModel(project.id, `m${i}`, { default: i % 3 === 0 })),
    );
    const models = await world.modelsOf(project.id);
    expect(models).toHaveLength(12);
    expect(await world.modelsOf(project.id, 5)).toEqual(models);
    expect(models.filter((model) => model.default)).toHaveLength(1);
    await world.neighbours.models.fence();
    for (const model of models) expect(world.neighbours.models.get(model.id)).toEqual(model);
  });

  it('are made once however often the command comes', async () => {
    const project = await world.makeProject();
    const [id, command] = [v7(), v7()];
    const first = await world.makeModel(project.id, 'x', { id }, command);
    expect(await world.makeModel(project.id, 'x', { id }, command)).toEqual(first);
    expect(await world.modelsOf(project.id)).toHaveLength(1);
  });

  it('change only where a change is given', async () => {
    const project = await world.makeProject();
    const model = await world.makeModel(project.id, 'first', {
      system_prompt: 'Be brief.',
      parameters: { max_tokens: 9 },
    });
    const changed = await world.changeModel(model, { name: 'Other', system_prompt: null });
    expect(changed).toEqual({ ...model, name: 'Other', system_prompt: null, updated_at: changed.updated_at });
    expect(changed.updated_at > model.updated_at).toBe(true);
  });

  it('are refused where they contradict what is there', async () => {
    const project = await world.makeProject();
    const first = await world.makeModel(project.id, 'first');
    const second = await world.makeModel(project.id, 'second');
    await expect(world.makeModel(project.id, 'first')).rejects.toMatchObject({ code: 'key_taken', param: 'key' });
    await expect(world.makeModel(project.id, 'third', { id: first.id })).rejects.toMatchObject({ code: 'id_taken' });
    await expect(world.changeModel(second, { key: 'first' })).rejects.toMatchObject({ code: 'key_taken' });
    await expect(world.changeModel(first, { default: false })).rejects.toMatchObject({ code: 'default_required' });
    await expect(world.changeModel({ ...first, id: v7() }, {})).rejects.toMatchObject({ code: 'model_not_found' });
    await expect(world.makeModel(v7(), 'x')).rejects.toMatchObject({ code: 'project_not_found' });
    const other = await world.makeProject();
    await expect(world.removeModel({ ...first, project_id: other.id })).rejects.toMatchObject({
      code: 'model_not_found',
    });
    expect(await world.modelsOf(project.id)).toEqual([first, second]);
  });

  it('may fall back on other models of their project alone', async () => {
    const project = await world.makeProject();
    await world.makeModel(project.id, 'first');
    const second = await world.makeModel(project.id, 'second', { fallback: ['first'] });
    expect(second.fallback).toEqual(['first']);
    await expect(world.makeModel(project.id, 'third', { fallback: ['first', 'gone'] })).rejects.toMatchObject({
      code: 'fallback_invalid',
      param: 'fallback[1]',
    });
    await expect(world.changeModel(second, { fallback: ['second'] })).rejects.toMatchObject({ param: 'fallback[0]' });
    const elsewhere = await world.makeProject();
    const abroad = world.makeModel(elsewhere.id, 'third', { fallback: ['first'] });
    await expect(abroad).rejects.toMatchObject({ code: 'fallback_invalid' });
    expect((await world.changeModel(second, { fallback: [] })).fallback).toEqual([]);
  });

  it('go with their project', async () => {
    const project = await world.makeProject();
    const model = await world.makeModel(project.id, 'first');
    await world.neighbours.publishRemoval(project.id);
    await eventually(() => world.neighbours.models.get(model.id) === undefined, 'the model to go');
    expect(await world.modelsOf(project.id)).toEqual([]);
  });
});

describe('a chat', () => {
  it('is answered by the model it names or by the default, at once after that is made', async () => {
    const project = await world.makeProject();
    const model = await world.makeModel(project.id, 'first');
    world.upstream.script = says('Hello there');
    for (const name of ['first', model.id, null]) {
      const chunks = await world.answerTo(project.id, { model: name });
      expect(text(chunks)).toBe('Hello there');
      expect(chunks[0]?.model).toBe(`${project.key}/first`);
      expect(chunks.at(-1)?.usage).toEqual({ prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 });
    }
    expect(text(await world.answerTo(project.id, { stream: false }))).toBe('Hello there');
  });

  it('reaches the provider with its secret, the system prompt and the parameters of model and request', async () => {
    const project = await world.makeProject({ system_prompt: 'Of the project.' });
    const id = v7();
    const sealed_api_key = world.seal('sk-provider', id);
    const provider: Model['provider'] = {
      kind: 'openai',
      base_url: world.upstream.baseUrl,
      model: 'large',
      sealed_api_key,
    };
    await world.makeModel(project.id, 'first', { id, provider, parameters: { temperature: 0.1, max_tokens: 9 } });
    world.upstream.script = says('Yes');
    await world.answerTo(project.id, { temperature: 0.7 });
    expect(world.upstream.requests.at(-1)).toMatchObject({
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

  it('is on record, announced first, with what was asked and answered', async () => {
    const project = await world.makeProject();
    await world.makeModel(project.id, 'first');
    world.upstream.script = says('On record');
    const { request, answer } = world.ask(project.id, { labels: { channel: 'web' }, tags: ['a'] });
    await lastValueFrom(answer.pipe(toArray()));
    expect(await world.recordOf(request)).toMatchObject({
      model: `${project.key}/first`,
      messages: request.messages,
      completions: [{ completion_id: request.completion_ids[0], text: 'On record', finish_reason: 'stop' }],
      labels: { channel: 'web' },
      tags: ['a'],
    });
    await eventually(
      () => world.neighbours.witness.started.some(({ response_id }) => response_id === request.response_id),
      'the announcement',
    );
  });

  it('that its model can not answer is answered by the fallback, as itself, and is on record as its', async () => {
    const project = await world.makeProject();
    const away = { kind: 'openai' as const, base_url: 'http://127.0.0.1:1/v1', model: 'm', sealed_api_key: null };
    const large = await world.makeModel(project.id, 'large', { system_prompt: 'Be large.' });
    await world.makeModel(project.id, 'small', { provider: away, fallback: ['large'] });
    world.upstream.script = says('Here I am');
    const { request, answer } = world.ask(project.id, { model: 'small' });
    const chunks = (await lastValueFrom(answer.pipe(toArray()))).flat();
    expect(text(chunks)).toBe('Here I am');
    expect(chunks[0]?.model).toBe(`${project.key}/large`);
    expect(world.upstream.requests.at(-1)?.body.messages[0]).toEqual({ role: 'system', content: 'Be large.' });
    const record = await world.recordOf(request);
    expect(record).toMatchObject({ model_id: large.id, model: `${project.key}/large`, system_prompt: 'Be large.' });
    await eventually(
      () =>
        world.neighbours.witness.started.some(
          ({ response_id, model_id }) => response_id === request.response_id && model_id === large.id,
        ),
      'the announcement of the fallback',
    );
  });

  it('that nobody waits for any more ends at the provider and is recorded as cancelled', async () => {
    const project = await world.makeProject();
    await world.makeModel(project.id, 'first');
    world.upstream.script = fallsSilentAfter('Hel');
    const before = world.upstream.broken;
    const { request, answer } = world.ask(project.id);
    await new Promise<void>((resolve, reject) => {
      const subscription = answer.subscribe({
        next: () => {
          subscription.unsubscribe();
          resolve();
        },
        error: reject,
      });
    });
    await eventually(() => world.upstream.broken === before + 1, 'the provider to be told');
    expect((await world.recordOf(request))?.completions[0]).toMatchObject({ text: 'Hel', finish_reason: 'cancelled' });
  });

  it('that its provider fails is recorded with the error that the caller gets', async () => {
    const project = await world.makeProject();
    await world.makeModel(project.id, 'first');
    world.upstream.script = refuses(500, 'out of memory');
    const { request, answer } = world.ask(project.id);
    await expect(lastValueFrom(answer)).rejects.toMatchObject({ type: 'upstream_error' });
    expect((await world.recordOf(request))?.error).toMatchObject({ code: 'provider_failed' });
  });

  it('is refused where there is nobody to answer it', async () => {
    const project = await world.makeProject();
    await expect(world.answerTo(v7())).rejects.toMatchObject({ code: 'project_not_found' });
    await expect(world.answerTo(project.id)).rejects.toMatchObject({ code: 'model_not_found' });
    await expect(world.answerTo(project.id, { model: 'nope' })).rejects.toMatchObject({
      code: 'model_not_found',
      message: expect.stringContaining(`${project.key}/nope`),
    });
    await world.makeModel(project.id, 'elsewhere', { provider: { kind: 'external' } });
    await world.makeModel(project.id, 'embedder', { capabilities: ['embeddings'] });
    await expect(world.answerTo(project.id)).rejects.toMatchObject({ code: 'model_not_capable' });
    await expect(world.answerTo(project.id, { model: 'embedder' })).rejects.toMatchObject({
      code: 'model_not_capable',
    });
  });
});

describe('a restarted service', () => {
  it('has finished what ran, finds its models, and publishes again what the log has lost', async () => {
    const project = await world.makeProject();
    const model = await world.makeModel(project.id, 'first');
    const { script, goOn } = pauses('Still', ' here');
    world.upstream.script = script;
    let begun = false;
    const running = lastValueFrom(
      world.ask(project.id).answer.pipe(
        tap(() => (begun = true)),
        toArray(),
      ),
    );
    await eventually(() => begun, 'the first chunk');
    const stopped = world.stopService();
    goOn();
    expect(text((await running).flat())).toBe('Still here');
    await stopped;
    await world.database.query(`update inference.models set name = 'Restored' where id = '${model.id}'`);
    await world.startService();
    await world.neighbours.models.fence();
    expect(world.neighbours.models.get(model.id)?.name).toBe('Restored');
    world.upstream.script = says('Back again');
    expect(text(await world.answerTo(project.id))).toBe('Back again');
  }, 60_000);
});
