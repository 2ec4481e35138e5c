import { beforeEach, describe, expect, it } from '@jest/globals';
import { modelsState, type AbCampaign, type Model, type Tool } from '@earshot/contracts-inference';
import type { Project } from '@earshot/contracts-projects';
import { ModelDirectory, ObservedState, ProjectDirectory } from '@earshot/directory';
import { ReplicaDouble } from '@earshot/messaging/testing';
import { aModel, aProject, ids } from '../../test/chat-fixtures.js';
import { EmbeddingTargets } from './embedding-target.js';

let projects: ReplicaDouble<Project>;
let models: ReplicaDouble<Model>;
let targets: EmbeddingTargets;
const ask = (model: string | null, observed = {}) => targets.resolve({ project_id: ids.project, model }, observed);

/** A model that is no default, made at that second. */
const another = (key: string, second: number, changes: Partial<Model> = {}) =>
  aModel({
    id: `0197a000-0000-7000-8000-0000000001${String(second).padStart(2, '0')}`,
    key,
    default: false,
    capabilities: ['embeddings'],
    created_at: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`,
    ...changes,
  });

beforeEach(() => {
  projects = new ReplicaDouble();
  models = new ReplicaDouble();
  targets = new EmbeddingTargets(
    new ProjectDirectory(projects.asReplica),
    new ModelDirectory(models.asReplica),
    new ObservedState(
      projects.asReplica,
      models.asReplica,
      new ReplicaDouble<AbCampaign>().asReplica,
      new ReplicaDouble<Tool>().asReplica,
    ),
  );
  projects.publish(aProject());
});

describe('a request for embeddings', () => {
  it('goes to the model that it names, without a fence', async () => {
    models.publish(another('vectors', 1));
    expect(await ask('vectors')).toMatchObject({ name: 'shop/vectors', model: { key: 'vectors' } });
    expect(models.fences).toBe(0);
  });

  it('goes to the default model when it names none and the default can embed', async () => {
    models.publish(another('older', 1));
    models.publish(aModel({ capabilities: ['chat', 'embeddings'], created_at: '2026-01-02T00:00:00.000Z' }));
    expect((await ask(null)).name).toBe('shop/small');
  });

  it('goes to the oldest model that can embed when the default cannot', async () => {
    models.publish(aModel());
    models.publish(another('younger', 3));
    models.publish(another('older', 2));
    models.publish(another('elsewhere', 1, { provider: { kind: 'external' } }));
    expect((await ask(null)).name).toBe('shop/older');
    expect(models.fences).toBe(0);
  });

  it('finds a model that was published just before it', async () => {
    models.publish(aModel());
    models.lags = true;
    models.publish(another('vectors', 1));
    expect((await ask(null)).name).toBe('shop/vectors');
  });

  it('is not resolved with settings older than its caller has seen', async () => {
    models.publish(another('vectors', 1, { capabilities: [] }));
    models.lags = true;
    models.publish(another('vectors', 1));
    expect((await ask('vectors', { [modelsState.topic.name]: models.end })).name).toBe('shop/vectors');
  });

  it.each([
    ['lacks the capability', { capabilities: ['chat' as const] }, "lacks the capability 'embeddings'"],
    ['has an external provider', { provider: { kind: 'external' as const } }, "kind is 'external'"],
  ])('is rejected by a model that %s', async (_, changes, why) => {
    models.publish(another('other', 1, changes));
    await expect(ask('other')).rejects.toMatchObject({
      code: 'model_not_capable',
      param: 'model',
      message: expect.stringContaining(why),
    });
  });

  it('is rejected when no model can embed, no model exists, or no project exists', async () => {
    await expect(ask('nope')).rejects.toMatchObject({ code: 'model_not_found', param: 'model' });
    await expect(ask(null)).rejects.toMatchObject({ code: 'model_not_found', param: 'model' });
    models.publish(aModel());
    await expect(ask(null)).rejects.toMatchObject({
      code: 'model_not_capable',
      message: "The project 'shop' has no model with the capability 'embeddings'. Create one.",
    });
    projects.remove(ids.project);
    await expect(ask(null)).rejects.toMatchObject({ code: 'project_not_found' });
  });
});
