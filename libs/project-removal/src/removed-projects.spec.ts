import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Project } from '@earshot/contracts-projects';
import type { LaneClient } from '@earshot/messaging';
import { ReplicaDouble } from '@earshot/messaging/testing';
import { createLogger } from '@earshot/service-kit';
import { RemovedProjects, type ProjectKeeper } from './removed-projects.js';

const ids = { project: '0197a000-0000-7000-8000-000000000001' };
const aProject = (changes: Partial<Project> = {}): Project => ({
  id: ids.project,
  key: 'shop',
  name: 'Shop',
  system_prompt: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...changes,
});
const gone = '0197a000-0000-7000-8000-0000000000ff';
const turns = async () => {
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
};

let projects: ReplicaDouble<Project>;
/** Projects that have rows. */
let rows: Set<string>;
/** What the projects service has. */
let owned: Set<string>;
let watcher: RemovedProjects;

beforeEach(() => {
  projects = new ReplicaDouble();
  rows = new Set([ids.project, gone]);
  owned = new Set([ids.project]);
  const keeper: ProjectKeeper = {
    projectIds: async () => [...rows],
    removeBatch: async (id) => {
      rows.delete(id);
      return false;
    },
  };
  const lanes = {
    command: async (_contract: unknown, { only }: { only: readonly string[] }) => ({
      data: only.filter((id) => owned.has(id)).map((id) => ({ id })),
    }),
  } as unknown as LaneClient;
  watcher = new RemovedProjects(projects.asReplica, lanes, keeper, createLogger('test', 'test', 'silent'));
  watcher.onModuleInit();
});

afterEach(() => watcher.onModuleDestroy());

describe('the data of a project is removed', () => {
  it('when the project is removed', async () => {
    projects.publish(aProject());
    projects.remove(ids.project);
    await turns();
    expect(rows).toEqual(new Set([gone]));
  });

  it('after a start, when the project was removed before', async () => {
    projects.publish(aProject());
    watcher.onApplicationBootstrap();
    await turns();
    expect(rows).toEqual(new Set([ids.project]));
  });
});

it('frees the memory of each removed project', async () => {
  projects.publish(aProject());
  const listening = jest.spyOn(AbortSignal.prototype, 'addEventListener');
  for (let project = 0; project < 3; project += 1) {
    projects.publish(aProject({ id: gone }));
    projects.remove(gone);
    await turns();
  }
  expect(rows).toEqual(new Set([ids.project]));
  expect(listening.mock.calls.length).toBeLessThanOrEqual(1);
  listening.mockRestore();
});

describe('the data of a project is kept', () => {
  it('when the log lacks the project but its owning service has it', async () => {
    watcher.onApplicationBootstrap();
    await turns();
    expect(rows).toEqual(new Set([ids.project]));
  });

  it('when the project was removed and created again, also after reading the log from the start', async () => {
    projects.publish(aProject());
    projects.remove(ids.project);
    projects.publish(aProject());
    await turns();
    expect(rows.has(ids.project)).toBe(true);
  });

  it('when a deleted key is no project', async () => {
    projects.remove('nobody');
    await turns();
    expect(rows.size).toBe(2);
  });
});
