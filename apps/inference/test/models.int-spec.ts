import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { until } from '@earshot/messaging/testing';
import { InferenceApp } from './inference-app.js';

let app: InferenceApp;

beforeAll(async () => {
  app = await InferenceApp.begin();
}, 60_000);

afterAll(() => app.end(), 60_000);

describe('models', () => {
  it('are in every replica when their creation is answered', async () => {
    const project = await app.makeProject();
    const model = await app.makeModel(project.id, 'first');
    await app.neighbours.models.fence();
    expect(app.neighbours.models.get(model.id)).toEqual(model);
    expect(await app.modelsOf(project.id)).toEqual([model]);
  });

  it('have one default at any time: the first, then the chosen one, then the oldest', async () => {
    const project = await app.makeProject();
    const defaults = async () =>
      (await app.modelsOf(project.id)).filter((model) => model.default).map(({ key }) => key);
    const [first, second, third] = [
      await app.makeModel(project.id, 'first'),
      await app.makeModel(project.id, 'second'),
      await app.makeModel(project.id, 'third', { default: true }),
    ];
    expect([first?.default, second?.default, third?.default]).toEqual([true, false, true]);
    expect(await defaults()).toEqual(['third']);
    await app.changeModel(second!, { default: true });
    expect(await defaults()).toEqual(['second']);
    await app.removeModel(second!);
    expect(await defaults()).toEqual(['first']);
    await app.neighbours.models.fence();
    expect(app.neighbours.models.get(first!.id)?.default).toBe(true);
    expect(app.neighbours.models.get(second!.id)).toBeUndefined();
    expect(app.neighbours.models.get(third!.id)?.default).toBe(false);
  });

  it('of one project that are created concurrently have exactly one default', async () => {
    const project = await app.makeProject();
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => app.makeModel(project.id, `m${i}`, { default: i % 3 === 0 })),
    );
    const models = await app.modelsOf(project.id);
    expect(models).toHaveLength(12);
    expect(await app.modelsOf(project.id, 5)).toEqual(models);
    expect(models.filter((model) => model.default)).toHaveLength(1);
    await app.neighbours.models.fence();
    for (const model of models) expect(app.neighbours.models.get(model.id)).toEqual(model);
  });

  it('are created once for repeated commands', async () => {
    const project = await app.makeProject();
    const [id, command] = [v7(), v7()];
    const first = await app.makeModel(project.id, 'x', { id }, command);
    expect(await app.makeModel(project.id, 'x', { id }, command)).toEqual(first);
    expect(await app.modelsOf(project.id)).toHaveLength(1);
  });

  it('change only the given fields', async () => {
    const project = await app.makeProject();
    const model = await app.makeModel(project.id, 'first', {
      system_prompt: 'Be brief.',
      parameters: { max_tokens: 9 },
    });
    const changed = await app.changeModel(model, { name: 'Other', system_prompt: null });
    expect(changed).toEqual({ ...model, name: 'Other', system_prompt: null, updated_at: changed.updated_at });
    expect(changed.updated_at > model.updated_at).toBe(true);
  });

  it('are rejected when they contradict existing ones', async () => {
    const project = await app.makeProject();
    const first = await app.makeModel(project.id, 'first');
    const second = await app.makeModel(project.id, 'second');
    await expect(app.makeModel(project.id, 'first')).rejects.toMatchObject({ code: 'key_taken', param: 'key' });
    await expect(app.makeModel(project.id, 'third', { id: first.id })).rejects.toMatchObject({ code: 'id_taken' });
    await expect(app.changeModel(second, { key: 'first' })).rejects.toMatchObject({ code: 'key_taken' });
    await expect(app.changeModel(first, { default: false })).rejects.toMatchObject({ code: 'default_required' });
    await expect(app.changeModel({ ...first, id: v7() }, {})).rejects.toMatchObject({ code: 'model_not_found' });
    await expect(app.makeModel(v7(), 'x')).rejects.toMatchObject({ code: 'project_not_found' });
    const other = await app.makeProject();
    await expect(app.removeModel({ ...first, project_id: other.id })).rejects.toMatchObject({
      code: 'model_not_found',
    });
    expect(await app.modelsOf(project.id)).toEqual([first, second]);
  });

  it('may fall back only on other models of their project', async () => {
    const project = await app.makeProject();
    await app.makeModel(project.id, 'first');
    const second = await app.makeModel(project.id, 'second', { fallback: ['first'] });
    expect(second.fallback).toEqual(['first']);
    await expect(app.makeModel(project.id, 'third', { fallback: ['first', 'gone'] })).rejects.toMatchObject({
      code: 'fallback_invalid',
      param: 'fallback[1]',
    });
    await expect(app.changeModel(second, { fallback: ['second'] })).rejects.toMatchObject({ param: 'fallback[0]' });
    const elsewhere = await app.makeProject();
    const abroad = app.makeModel(elsewhere.id, 'third', { fallback: ['first'] });
    await expect(abroad).rejects.toMatchObject({ code: 'fallback_invalid' });
    expect((await app.changeModel(second, { fallback: [] })).fallback).toEqual([]);
  });

  it('are deleted with their project', async () => {
    const project = await app.makeProject();
    const model = await app.makeModel(project.id, 'first');
    await app.neighbours.publishRemoval(project.id);
    await until(() => app.neighbours.models.get(model.id) === undefined, 'the model to go');
    expect(await app.modelsOf(project.id)).toEqual([]);
  });
});
