import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  createApiKey,
  createProject,
  deleteProject,
  listApiKeys,
  listProjects,
  projectsState,
  readApiKey,
  revokeApiKey,
  updateApiKey,
  updateProject,
  type CreateApiKey,
  type Project,
} from '@earshot/contracts-projects';
import type { CommandContract } from '@earshot/contracts-core';
import { MemoryBroker, until } from '@earshot/messaging/testing';
import { createHash, randomUUID } from 'node:crypto';
import { createProjectsDatabase, startCaller, startProjects } from './projects-app.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe('the projects service', () => {
  let database: Awaited<ReturnType<typeof createProjectsDatabase>>;
  let broker: MemoryBroker;
  let service: Awaited<ReturnType<typeof startProjects>>;
  let caller: Awaited<ReturnType<typeof startCaller>>;

  beforeAll(async () => {
    database = await createProjectsDatabase();
    broker = new MemoryBroker();
    service = await startProjects(database.url, broker);
    caller = await startCaller({ broker });
  }, 30_000);

  afterAll(async () => {
    await caller.close();
    await service.close();
    await database.drop();
  }, 30_000);

  function ask<Q, R>(contract: CommandContract<Q, R>, request: Q, id?: string): Promise<R> {
    return caller.lanes.command(contract, request, { call: caller.call, id });
  }

  const newProject = (name: string): Promise<Project> =>
    ask(createProject, { id: randomUUID(), key: `${name}-${randomUUID()}`, name, system_prompt: null });

  const keyOf = (projectId: string | null, fields: Partial<CreateApiKey> = {}): CreateApiKey => ({
    id: randomUUID(),
    project_id: projectId,
    name: 'key',
    hash: createHash('sha256').update(randomUUID()).digest('hex'),
    permissions: ['inference'],
    expires_at: null,
    limits: null,
    ...fields,
  });

  it('has published a change when it is answered', async () => {
    const project = await newProject('published');
    await caller.projects.fence();
    expect(caller.projects.get(project.id)).toEqual(project);
    const changed = await ask(updateProject, { id: project.id, changes: { name: 'new', system_prompt: 'Be kind.' } });
    await caller.projects.fence();
    expect(caller.projects.get(project.id)).toEqual(changed);
    expect(changed).toEqual({ ...project, name: 'new', system_prompt: 'Be kind.', updated_at: changed.updated_at });
  });

  it('keeps omitted quotas, and publishes all of them', async () => {
    const { id } = await newProject('bounded');
    await ask(updateProject, { id, changes: { quotas: { bytes: 5, objects: 6 } } });
    await ask(updateProject, { id, changes: { quotas: { objects: null, interactions: 7 } } });
    const changed = await ask(updateProject, { id, changes: { name: 'new' } });
    expect(changed.quotas).toEqual({ bytes: 5, objects: null, interactions: 7 });
    await caller.projects.fence();
    expect(caller.projects.get(id)).toEqual(changed);
  });

  it('increases updated_at with every change, however fast they follow', async () => {
    const project = await newProject('often');
    const { id } = project;
    let before = project.updated_at;
    for (let change = 0; change < 5; change += 1) {
      const { updated_at: after } = await ask(updateProject, { id, changes: {} });
      expect(after > before).toBe(true);
      before = after;
    }
  });

  it('rejects a key of another project, on creation and on change', async () => {
    const [taken, other] = [await newProject('taken'), await newProject('other')];
    const refusal = { code: 'key_taken', type: 'conflict_error', param: 'key' };
    const again = { id: randomUUID(), key: taken.key, name: 'again', system_prompt: null };
    await expect(ask(createProject, again)).rejects.toMatchObject(refusal);
    await expect(ask(updateProject, { id: other.id, changes: { key: taken.key } })).rejects.toMatchObject(refusal);
  });

  it('creates one project for a repeated command, and rejects its id for another command', async () => {
    const command = randomUUID();
    const request = { id: randomUUID(), key: `twice-${command}`, name: 'twice', system_prompt: null };
    const answers = await Promise.all([ask(createProject, request, command), ask(createProject, request, command)]);
    expect(answers[0]).toEqual(answers[1]);
    await expect(ask(createProject, { ...request, name: 'else' }, command)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('deletes a project with its keys, everywhere', async () => {
    const project = await newProject('gone');
    const [one, two] = [await ask(createApiKey, keyOf(project.id)), await ask(createApiKey, keyOf(project.id))];
    await ask(deleteProject, { id: project.id });
    await Promise.all([caller.projects.fence(), caller.apiKeys.fence()]);
    expect(caller.projects.get(project.id)).toBeUndefined();
    expect([caller.apiKeys.get(one.id), caller.apiKeys.get(two.id)]).toEqual([undefined, undefined]);
    const refusal = { code: 'project_not_found', type: 'not_found_error' };
    await expect(ask(deleteProject, { id: project.id })).rejects.toMatchObject(refusal);
    await expect(ask(updateProject, { id: project.id, changes: {} })).rejects.toMatchObject(refusal);
    await expect(ask(createApiKey, keyOf(project.id))).rejects.toMatchObject(refusal);
  });

  it('leaves no key when keys are created while their project is deleted', async () => {
    const project = await newProject('race');
    const keys = Array.from({ length: 20 }, () => keyOf(project.id));
    const making = keys.map((key) => ask(createApiKey, key).catch((error: unknown) => error));
    await Promise.all([...making, ask(deleteProject, { id: project.id })]);
    await caller.apiKeys.fence();
    expect(keys.filter(({ id }) => caller.apiKeys.get(id) !== undefined)).toEqual([]);
  });

  it('lists projects in the order of creation, page by page, while more are created', async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) made.push((await newProject('listed')).id);
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { data: Project[]; next_cursor: string | null } = await ask(listProjects, {
        limit: 2,
        cursor,
        only: made,
      });
      listed.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
      await newProject('meanwhile');
    } while (cursor !== null);
    expect(listed).toEqual(made);
    await expect(ask(listProjects, { limit: 2, cursor: 'x', only: null })).rejects.toMatchObject({
      code: 'cursor_invalid',
      type: 'invalid_request_error',
      param: 'cursor',
    });
  });

  it('finds a key only in its project, and a revoked one nowhere', async () => {
    const [project, other] = [await newProject('home'), await newProject('elsewhere')];
    const key = await ask(createApiKey, keyOf(project.id));
    const refusal = { code: 'api_key_not_found', type: 'not_found_error' };
    for (const place of [other.id, null]) {
      const elsewhere = { id: key.id, project_id: place };
      await expect(ask(readApiKey, elsewhere)).rejects.toMatchObject(refusal);
      await expect(ask(updateApiKey, { ...elsewhere, changes: {} })).rejects.toMatchObject(refusal);
      await expect(ask(revokeApiKey, elsewhere)).rejects.toMatchObject(refusal);
    }
    const name = { id: key.id, project_id: project.id };
    const whole = { project_id: project.id, limit: 100, cursor: null };
    expect((await ask(listApiKeys, whole)).data).toEqual([key]);
    await ask(revokeApiKey, name);
    await caller.apiKeys.fence();
    expect(caller.apiKeys.get(key.id)).toBeUndefined();
    expect((await ask(listApiKeys, whole)).data).toEqual([]);
    await expect(ask(revokeApiKey, name)).rejects.toMatchObject(refusal);
  });

  it('republishes what a new broker lacks, and deletes what its tables do not have', async () => {
    const project = await newProject('restored');
    const key = await ask(createApiKey, keyOf(project.id));
    await service.close();
    await caller.close();
    broker = new MemoryBroker();
    caller = await startCaller({ broker });
    const unknown = { ...project, id: randomUUID() };
    await caller.publish(projectsState, unknown.id, unknown);
    await caller.projects.fence();
    expect(caller.projects.get(unknown.id)).toEqual(unknown);
    service = await startProjects(database.url, broker);
    await until(async () => {
      await Promise.all([caller.projects.fence(), caller.apiKeys.fence()]);
      return caller.apiKeys.get(key.id) !== undefined && caller.projects.get(unknown.id) === undefined;
    });
    expect(caller.projects.get(project.id)).toEqual(project);
  }, 30_000);

  it('publishes records without a producer again, with its name', async () => {
    const project = await newProject('older');
    await service.close();
    await caller.close();
    broker = new MemoryBroker();
    caller = await startCaller({ broker });
    const { topic, type } = projectsState;
    const value = Buffer.from(JSON.stringify(project));
    await broker.producer().send([{ topic: topic.name, key: project.id, value, headers: { type } }]);
    await caller.projects.fence();
    expect(caller.projects.lacksProducer(project.id)).toBe(true);
    service = await startProjects(database.url, broker);
    await until(async () => {
      await caller.projects.fence();
      return !caller.projects.lacksProducer(project.id);
    });
    expect(caller.projects.get(project.id)).toEqual(project);
  }, 30_000);
});
