import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CommandContract } from '@earshot/contracts-core';
import {
  createApiKey,
  createProject,
  listKeyUses,
  readApiKey,
  recordKeyUses,
  revokeApiKey,
  updateApiKey,
  type CreateApiKey,
  type UpdateApiKey,
} from '@earshot/contracts-projects';
import { MemoryBroker } from '@earshot/messaging/testing';
import { DataSource } from 'typeorm';
import { KeyUsesRepository } from '../src/api-keys/key-uses.repository.js';
import { createProjectsDatabase, startCaller, startProjects } from './projects-app.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

describe('API keys', () => {
  const broker = new MemoryBroker();
  let database: Awaited<ReturnType<typeof createProjectsDatabase>>;
  let service: Awaited<ReturnType<typeof startProjects>>;
  let caller: Awaited<ReturnType<typeof startCaller>>;

  beforeAll(async () => {
    database = await createProjectsDatabase();
    service = await startProjects(database.url, broker);
    caller = await startCaller({ broker });
  });

  afterAll(async () => {
    await caller.close();
    await service.close();
    await database.drop();
  });

  function ask<Q, R>(contract: CommandContract<Q, R>, request: Q, id?: string): Promise<R> {
    return caller.lanes.command(contract, request, { call: caller.call, id });
  }

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

  it('publishes a key with its hash, and never shows the hash in an answer', async () => {
    const request = keyOf(null, { permissions: ['read', 'manage'], expires_at: '2100-01-01T00:00:00Z' });
    const key = await ask(createApiKey, request);
    expect(key).toMatchObject({ id: request.id, project_id: null, permissions: ['read', 'manage'] });
    expect(JSON.stringify(key)).not.toContain(request.hash);
    await caller.apiKeys.fence();
    const { last_used_at: _, ...published } = key;
    expect(caller.apiKeys.get(key.id)).toEqual({ ...published, hash: request.hash });
    const changed = await ask(updateApiKey, { id: key.id, project_id: null, changes: { expires_at: null } });
    expect(changed).toEqual({ ...key, expires_at: null, updated_at: changed.updated_at });
    expect(await ask(readApiKey, { id: key.id, project_id: null })).toEqual(changed);
  });

  it('keeps the limits of a key, and publishes them when they change', async () => {
    const limits = { requests_per_minute: 60, concurrent: 2 };
    const key = await ask(createApiKey, keyOf(null, { limits }));
    expect(key.limits).toEqual(limits);
    for (const changed of [{ tokens_per_minute: 1_000 }, null]) {
      await ask(updateApiKey, { id: key.id, project_id: null, changes: { limits: changed } });
      await ask(updateApiKey, { id: key.id, project_id: null, changes: { name: 'renamed' } });
      await caller.apiKeys.fence();
      expect(caller.apiKeys.get(key.id)).toMatchObject({ name: 'renamed', limits: changed });
      expect((await ask(readApiKey, { id: key.id, project_id: null })).limits).toEqual(changed);
    }
  });

  it('lets keys with the permission manage keys, and older keys that may manage', async () => {
    const shown = async (fields: object, changes?: UpdateApiKey['changes']) => {
      const { id } = await ask(createApiKey, keyOf(null, fields));
      if (changes) await ask(updateApiKey, { id, project_id: null, changes });
      await caller.apiKeys.fence();
      return caller.apiKeys.get(id)?.manages_keys;
    };
    const manage = { permissions: ['manage' as const] };
    expect(await shown({ ...manage, manages_keys: false })).toBe(false);
    expect(await shown({ permissions: [], manages_keys: true })).toBe(true);
    expect(await shown({ permissions: [], manages_keys: true }, { name: 'same' })).toBe(true);
    // As the version before writes them.
    expect(await shown(manage)).toBe(true);
    expect(await shown({ permissions: ['read'] })).toBe(false);
    expect(await shown(manage, { permissions: ['read'] })).toBe(false);
    expect(await shown(manage, { ...manage, manages_keys: false })).toBe(false);
  });

  it('shows the last use of a key, also after late reports of earlier uses, and does not publish it', async () => {
    const key = await ask(createApiKey, keyOf(null));
    expect(key.last_used_at).toBeNull();
    await caller.apiKeys.fence();
    const published = caller.apiKeys.get(key.id);
    const [first, later] = ['2030-01-01T00:00:00.000Z', '2030-01-01T00:00:01.000Z'];
    for (const at of [later, first])
      await ask(recordKeyUses, {
        uses: [
          { id: key.id, at },
          { id: randomUUID(), at },
        ],
      });
    const name = { id: key.id, project_id: null };
    expect(await ask(readApiKey, name)).toEqual({ ...key, last_used_at: later });
    const renamed = await ask(updateApiKey, { ...name, changes: { name: 'renamed' } });
    expect(renamed.last_used_at).toBe(later);
    await caller.apiKeys.fence();
    expect(published).not.toHaveProperty('last_used_at');
    expect(caller.apiKeys.get(key.id)).toEqual({ ...published, name: 'renamed', updated_at: renamed.updated_at });
  });

  it('adds up the uses of keys by day, those of a repeated report once', async () => {
    const projectId = randomUUID();
    await ask(createProject, { id: projectId, key: `p-${projectId}`, name: 'p', system_prompt: null });
    const [used, unused, revoked] = await Promise.all(
      Array.from({ length: 3 }, () => ask(createApiKey, keyOf(projectId))),
    );
    await ask(revokeApiKey, { id: revoked!.id, project_id: projectId });
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const report = (at: string, requests: number, tokens: number, command: string = randomUUID()) => {
      const uses = [used, revoked].map((key) => ({ id: key!.id, at, requests, tokens }));
      return ask(recordKeyUses, { uses }, command);
    };
    const at = daysAgo(0);
    const repeated = randomUUID();
    await report(daysAgo(401), 1_000, 1_000);
    await report(daysAgo(5), 10, 200);
    await report(at, 1, 20, repeated);
    await report(at, 1, 20, repeated);
    await report(at, 2, 0);
    // A gateway from before 0.2 counts nothing.
    await ask(recordKeyUses, { uses: [{ id: used!.id, at }] });
    const uses = async (days: number) => {
      const page = { project_id: projectId, limit: 1, days };
      const first = await ask(listKeyUses, { ...page, cursor: null });
      const second = await ask(listKeyUses, { ...page, cursor: first.next_cursor });
      expect(second.next_cursor).toBeNull();
      return [...first.data, ...second.data];
    };
    const none = { key_id: unused!.id, requests: 0, tokens: 0, last_used_at: null };
    const some = { key_id: used!.id, last_used_at: at };
    expect(await uses(30)).toEqual(expect.arrayContaining([{ ...some, requests: 13, tokens: 220 }, none]));
    expect(await uses(1)).toEqual(expect.arrayContaining([{ ...some, requests: 3, tokens: 20 }, none]));

    const role = new DataSource({ type: 'postgres', url: database.url, poolSize: 1, installExtensions: false });
    await role.initialize();
    await role.query('set search_path to projects');
    await new KeyUsesRepository(role).deleteExpired(400, new AbortController().signal);
    expect(await uses(500)).toEqual(expect.arrayContaining([{ ...some, requests: 13, tokens: 220 }, none]));
    await role.destroy();
  });

  it('rejects a hash that is in use', async () => {
    const first = keyOf(null);
    await ask(createApiKey, first);
    await expect(ask(createApiKey, keyOf(null, { hash: first.hash }))).rejects.toMatchObject({ code: 'key_in_use' });
  });
});
