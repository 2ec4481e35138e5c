import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Model } from '@earshot/contracts-inference';
import { aModel, ids } from '../../test/chat-fixtures.js';
import { ReplicaDouble } from '../../test/replica-double.js';
import { ModelDirectory } from './model-directory.js';

const otherId = '0197a000-0000-7000-8000-00000000000a';
const otherProject = '0197a000-0000-7000-8000-00000000000b';
let replica: ReplicaDouble<Model>;
let directory: ModelDirectory;

beforeEach(() => {
  replica = new ReplicaDouble();
  replica.publish(aModel());
  directory = new ModelDirectory(replica.asReplica);
});

describe('a model is found', () => {
  it('by key, by id and as the default, whether it was there before or came later', () => {
    replica.publish(aModel({ id: otherId, key: 'large', default: false }));
    expect(directory.find(ids.project, 'small')?.id).toBe(ids.model);
    expect(directory.find(ids.project, ids.model)?.id).toBe(ids.model);
    expect(directory.find(ids.project, null)?.id).toBe(ids.model);
    expect(directory.find(ids.project, 'large')?.id).toBe(otherId);
  });

  it('by id before it is by key', () => {
    replica.publish(aModel({ id: otherId, key: ids.model, default: false }));
    expect(directory.find(ids.project, ids.model)?.id).toBe(ids.model);
  });

  it('in its own project only', () => {
    expect(directory.find(otherProject, 'small')).toBeUndefined();
    expect(directory.find(otherProject, ids.model)).toBeUndefined();
    expect(directory.find(otherProject, null)).toBeUndefined();
  });

  it('by its new key alone once that has changed', () => {
    replica.publish(aModel({ key: 'tiny' }));
    expect(directory.find(ids.project, 'small')).toBeUndefined();
    expect(directory.find(ids.project, 'tiny')?.id).toBe(ids.model);
  });

  it('by a key that it has taken over from another', () => {
    replica.publish(aModel({ id: otherId, key: 'small', default: false }));
    replica.publish(aModel({ key: 'former' }));
    expect(directory.find(ids.project, 'small')?.id).toBe(otherId);
  });

  it('no more once it is gone', () => {
    replica.remove(ids.model);
    expect(directory.find(ids.project, 'small')).toBeUndefined();
    expect(directory.find(ids.project, null)).toBeUndefined();
  });
});

it('a project has a default at every moment of its change', () => {
  replica.publish(aModel({ id: otherId, key: 'large', default: true }));
  expect(directory.find(ids.project, null)?.id).toBe(otherId);
  replica.publish(aModel({ default: false }));
  expect(directory.find(ids.project, null)?.id).toBe(otherId);
});
