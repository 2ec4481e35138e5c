import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Model } from '@earshot/contracts-inference';
import { ReplicaDouble } from '@earshot/messaging/testing';
import { ModelDirectory } from './directories.js';

const ids = { project: '0197a000-0000-7000-8000-000000000001', model: '0197a000-0000-7000-8000-000000000002' };
const otherId = '0197a000-0000-7000-8000-00000000000a';
const otherProject = '0197a000-0000-7000-8000-00000000000b';
const aModel = (changes: Partial<Model> = {}): Model => ({
  id: ids.model,
  project_id: ids.project,
  key: 'small',
  name: 'Small',
  provider: { kind: 'openai', base_url: 'http://127.0.0.1:1/v1', model: 'tiny', sealed_api_key: null },
  capabilities: ['chat'],
  system_prompt: null,
  parameters: {},
  fallback: [],
  default: true,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...changes,
});
let replica: ReplicaDouble<Model>;
let directory: ModelDirectory;

beforeEach(() => {
  replica = new ReplicaDouble();
  replica.publish(aModel());
  directory = new ModelDirectory(replica.asReplica);
});

describe('a model is found', () => {
  it('by key, by id and as the default, whether it was read before or later', () => {
    replica.publish(aModel({ id: otherId, key: 'large', default: false }));
    expect(directory.find(ids.project, 'small')?.id).toBe(ids.model);
    expect(directory.find(ids.project, ids.model)?.id).toBe(ids.model);
    expect(directory.findOrDefault(ids.project, null)?.id).toBe(ids.model);
    expect(directory.find(ids.project, 'large')?.id).toBe(otherId);
  });

  it('by its id in any letter case', () => {
    expect(directory.find(ids.project, ids.model.toUpperCase())?.id).toBe(ids.model);
  });

  it('by its full name', async () => {
    const project = { id: ids.project, key: 'shop' };
    for (const name of ['small', 'shop/small', `${ids.project}/small`, `shop/${ids.model}`]) {
      expect((await directory.findNamed(project, name))?.id).toBe(ids.model);
    }
    expect(await directory.findNamed(project, 'other/small')).toBeUndefined();
  });

  it('after a fence when it is unknown, and without one when it is known', async () => {
    expect((await directory.require(ids.project, 'small')).id).toBe(ids.model);
    expect(replica.fences).toBe(0);
    replica.lags = true;
    replica.publish(aModel({ id: otherId, key: 'large', default: false }));
    expect((await directory.require(ids.project, 'large')).id).toBe(otherId);
    await expect(directory.require(ids.project, 'none', 'model')).rejects.toMatchObject({
      code: 'model_not_found',
      param: 'model',
    });
  });

  it('by id before it is by key', () => {
    replica.publish(aModel({ id: otherId, key: ids.model, default: false }));
    expect(directory.find(ids.project, ids.model)?.id).toBe(ids.model);
  });

  it('in its own project only', () => {
    expect(directory.find(otherProject, 'small')).toBeUndefined();
    expect(directory.find(otherProject, ids.model)).toBeUndefined();
    expect(directory.findOrDefault(otherProject, null)).toBeUndefined();
  });

  it('by its new key only, after a change', () => {
    replica.publish(aModel({ key: 'tiny' }));
    expect(directory.find(ids.project, 'small')).toBeUndefined();
    expect(directory.find(ids.project, 'tiny')?.id).toBe(ids.model);
  });

  it('by a key that another model used before', () => {
    replica.publish(aModel({ id: otherId, key: 'small', default: false }));
    replica.publish(aModel({ key: 'former' }));
    expect(directory.find(ids.project, 'small')?.id).toBe(otherId);
  });

  it('no longer after it is deleted', () => {
    replica.remove(ids.model);
    expect(directory.find(ids.project, 'small')).toBeUndefined();
    expect(directory.findOrDefault(ids.project, null)).toBeUndefined();
  });
});

it('lists the models of a project from the oldest on, in every process', () => {
  replica.publish(aModel({ id: otherId, key: 'large', default: false }));
  replica.publish(aModel({ created_at: '2026-01-02T00:00:00.000Z' }));
  expect(directory.of(ids.project).map(({ id }) => id)).toEqual([otherId, ids.model]);
  expect(directory.of(otherProject)).toEqual([]);
});

it('has a default model at every moment of a change', () => {
  replica.publish(aModel({ id: otherId, key: 'large', default: true }));
  expect(directory.findOrDefault(ids.project, null)?.id).toBe(otherId);
  replica.publish(aModel({ default: false }));
  expect(directory.findOrDefault(ids.project, null)?.id).toBe(otherId);
});
