import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CallContext, CommandContract } from '@earshot/contracts-core';
import {
  auditRecorded,
  createApiKey,
  createProject,
  deleteProject,
  listAuditEntries,
  revokeApiKey,
  updateApiKey,
  updateProject,
  type AuditEntry,
  type ListAuditEntries,
} from '@earshot/contracts-projects';
import { MemoryBroker } from '@earshot/messaging/testing';
import { createHash, randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { AuditLogRepository } from '../src/audit-log/audit-log.repository.js';
import { createProjectsDatabase, startCaller, startProjects } from './projects-app.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

const actor = { key_id: randomUUID(), key_name: 'ci', address: '192.0.2.7' };
const all = { limit: 100, cursor: null };
const any = { project_id: null, key_id: null, resource: null, resource_id: null, action: null };
const ever = { created_after: null, created_before: null };

describe('the audit log', () => {
  let database: Awaited<ReturnType<typeof createProjectsDatabase>>;
  let service: Awaited<ReturnType<typeof startProjects>>;
  let caller: Awaited<ReturnType<typeof startCaller>>;
  let role: DataSource;

  beforeAll(async () => {
    database = await createProjectsDatabase();
    const broker = new MemoryBroker();
    service = await startProjects(database.url, broker);
    caller = await startCaller({ broker });
    role = await new DataSource({
      type: 'postgres',
      url: database.url,
      poolSize: 1,
      installExtensions: false,
    }).initialize();
  }, 30_000);

  afterAll(async () => {
    await role.destroy();
    await caller.close();
    await service.close();
    await database.drop();
  }, 30_000);

  function ask<Q, R>(contract: CommandContract<Q, R>, request: Q, id?: string): Promise<R> {
    const call: CallContext = { ...caller.call, actor };
    return caller.lanes.command(contract, request, { call, id });
  }

  const entries = (filter: Partial<ListAuditEntries>) => ask(listAuditEntries, { ...all, ...any, ...ever, ...filter });

  const newProject = (id: string = randomUUID(), command?: string) =>
    ask(createProject, { id, key: `p-${id}`, name: 'Audited', system_prompt: null }, command);

  it('has an entry for each write when it is answered: who, what, before and after', async () => {
    const { id } = await newProject();
    await ask(updateProject, { id, changes: { name: 'Renamed' } });
    const key = { id: randomUUID(), project_id: id };
    const hash = createHash('sha256').update(randomUUID()).digest('hex');
    const fields = { name: 'app', permissions: ['inference' as const], expires_at: null, limits: null };
    await ask(createApiKey, { ...key, ...fields, hash });
    await ask(updateApiKey, { ...key, changes: { name: 'other' } });
    await ask(revokeApiKey, key);
    await ask(deleteProject, { id });
    const { data } = await entries({ project_id: id });
    expect(data).toEqual(
      [
        { resource: 'project', action: 'create', before: null, after: expect.objectContaining({ name: 'Audited' }) },
        { resource: 'project', action: 'update', before: { name: 'Audited' }, after: { name: 'Renamed' } },
        { resource: 'api_key', action: 'create', before: null, after: expect.objectContaining({ name: 'app' }) },
        { resource: 'api_key', action: 'update', before: { name: 'app' }, after: { name: 'other' } },
        { resource: 'api_key', action: 'delete', before: expect.objectContaining({ name: 'other' }), after: null },
        { resource: 'project', action: 'delete', before: expect.objectContaining({ name: 'Renamed' }), after: null },
      ].map((entry) => expect.objectContaining({ ...entry, actor, request_id: caller.call.requestId })),
    );
    expect(JSON.stringify(data)).not.toContain(hash);
  });

  it('has one entry for a repeated command, and none for a rejected one', async () => {
    const id = randomUUID();
    const command = randomUUID();
    await newProject(id, command);
    await newProject(id, command);
    await expect(newProject(id)).rejects.toMatchObject({ code: expect.stringMatching(/_taken$/) });
    expect((await entries({ project_id: id })).data).toHaveLength(1);
  });

  it('stores a redelivered entry once', async () => {
    const { id } = await newProject();
    const [entry] = (await entries({ project_id: id })).data as [AuditEntry];
    await caller.publish(auditRecorded, entry.resource_id, entry);
    expect((await entries({ project_id: id })).data).toEqual([entry]);
  });

  it('is filtered and read page by page', async () => {
    const { id } = await newProject();
    await ask(updateProject, { id, changes: { name: 'b' } });
    const first = await entries({ project_id: id, limit: 1 });
    const second = await entries({ project_id: id, limit: 1, cursor: first.next_cursor });
    expect([first, second].flatMap(({ data }) => data.map(({ action }) => action))).toEqual(['create', 'update']);
    const newest = await entries({ project_id: id, limit: 1, order: 'desc' });
    const oldest = await entries({ project_id: id, limit: 1, order: 'desc', cursor: newest.next_cursor });
    expect([newest, oldest].map(({ data }) => data)).toEqual([second.data, first.data]);
    expect(oldest.next_cursor).toBeNull();
    const [made] = first.data as [AuditEntry];
    const found = async (filter: Partial<ListAuditEntries>) =>
      (await entries({ project_id: id, ...filter })).data.length;
    expect(await found({ action: 'update' })).toBe(1);
    expect(await found({ key_id: actor.key_id })).toBe(2);
    expect(await found({ key_id: randomUUID() })).toBe(0);
    expect(await found({ resource: 'model' })).toBe(0);
    expect(await found({ created_before: made.created_at })).toBe(0);
    expect(await found({ created_after: made.created_at })).toBe(2);
  });

  it('returns a shorter page with a cursor where the entries exceed one answer', async () => {
    const { id } = await newProject();
    for (let n = 0; n < 60; n += 1) {
      await ask(updateProject, { id, changes: { system_prompt: String(n % 10).repeat(8_000) } });
    }
    const first = await entries({ project_id: id });
    const second = await entries({ project_id: id, cursor: first.next_cursor });
    expect(first.data.length).toBeLessThan(61);
    expect(first.data.length + second.data.length).toBe(61);
    expect(second.next_cursor).toBeNull();
  });

  it.each([
    ['an update', "update audit_log set action = 'none'"],
    ['a deletion', 'delete from audit_log'],
    ['a truncation', 'truncate audit_log'],
  ])("refuses %s as the service's own role", async (_what, statement) => {
    const { id } = await newProject();
    await entries({ project_id: id });
    await expect(role.query(statement.replace('audit_log', 'projects.audit_log'))).rejects.toThrow(
      /append-only|permission denied/,
    );
    expect((await entries({ project_id: id })).data).toHaveLength(1);
  });

  it('deletes expired entries and no others', async () => {
    const old = (days: number) =>
      role.query(
        `insert into projects.audit_log (id, created_at, request_id, resource, resource_id, action)
       values (gen_random_uuid(), now() - make_interval(days => $1), 'old', 'project', 'x', 'create')`,
        [days],
      );
    await old(401);
    await old(399);
    await role.query('set search_path to projects');
    const repository = new AuditLogRepository(role);
    await repository.deleteExpired(400, new AbortController().signal);
    const rows: unknown[] = await role.query("select from projects.audit_log where request_id = 'old'");
    expect(rows).toHaveLength(1);
  });
});
