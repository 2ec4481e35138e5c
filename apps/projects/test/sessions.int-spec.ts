import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CommandContract } from '@earshot/contracts-core';
import {
  createApiKey,
  createProject,
  deleteProject,
  endSession,
  maxSessionsOfKey,
  openSession,
  redeemSignInLink,
  revokeApiKey,
  sessionLifetimeMs,
  signInLinkLifetimeMs,
  type OpenSession,
} from '@earshot/contracts-projects';
import { MemoryBroker, until } from '@earshot/messaging/testing';
import { DataSource } from 'typeorm';
import { SessionsService } from '../src/sessions/sessions.service.js';
import { createProjectsDatabase, startCaller, startProjects } from './projects-app.js';

// A busy machine takes seconds to make a database.
jest.setTimeout(60_000);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('sessions of browsers', () => {
  const broker = new MemoryBroker();
  let database: Awaited<ReturnType<typeof createProjectsDatabase>>;
  let service: Awaited<ReturnType<typeof startProjects>>;
  let caller: Awaited<ReturnType<typeof startCaller>>;
  let tables: DataSource;

  beforeAll(async () => {
    database = await createProjectsDatabase();
    service = await startProjects(database.url, broker);
    tables = service.get(DataSource, { strict: false });
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

  async function keyIn(project_id: string | null) {
    const hash = sha256(randomUUID());
    const fields = { name: 'key', permissions: ['read' as const], expires_at: null, limits: null };
    const { id } = await ask(createApiKey, { id: randomUUID(), project_id, hash, ...fields });
    return { key_id: id, key_hash: hash };
  }

  const requestOf = (
    key: Pick<OpenSession, 'key_id' | 'key_hash'>,
    fields: Partial<OpenSession> = {},
  ): OpenSession => ({
    id: randomUUID(),
    kind: 'session',
    hash: sha256(randomUUID()),
    ...key,
    ...fields,
  });

  const published = async (id: string) => {
    await caller.sessions.fence();
    return caller.sessions.get(id);
  };

  const stored = async (id: string) =>
    (await tables.query<unknown[]>('select from sessions where id = $1', [id])).length;

  it('publishes a session only with hashes, for 12 hours', async () => {
    const request = requestOf(await keyIn(null));
    const session = await ask(openSession, request);
    expect(Date.parse(session.expires_at) - Date.parse(session.created_at)).toBe(sessionLifetimeMs);
    expect(await published(request.id)).toEqual({ ...session, hash: request.hash, key_hash: request.key_hash });
    expect(JSON.stringify(session)).not.toContain(request.hash);
  });

  it('ends at sign-out, and ending it again is no error', async () => {
    const { id } = await ask(openSession, requestOf({ key_id: null, key_hash: sha256('admin') }));
    for (let times = 0; times < 2; times++) expect(await ask(endSession, { id })).toEqual({ id });
    expect([await published(id), await stored(id)]).toEqual([undefined, 0]);
  });

  it('ends with its key, and with the project of its key', async () => {
    const project = await ask(createProject, {
      id: randomUUID(),
      key: `p-${randomUUID()}`,
      name: 'p',
      system_prompt: null,
    });
    const [alone, ofProject] = [await keyIn(null), await keyIn(project.id)];
    const sessions: string[] = [];
    for (const key of [alone, ofProject]) {
      for (const kind of ['session', 'sign_in_link'] as const) {
        sessions.push((await ask(openSession, requestOf(key, { kind }))).id);
      }
    }
    await ask(revokeApiKey, { id: alone.key_id, project_id: null });
    await ask(deleteProject, { id: project.id });
    for (const id of sessions) expect([await published(id), await stored(id)]).toEqual([undefined, 0]);
    await expect(ask(openSession, requestOf(alone))).rejects.toMatchObject({ code: 'api_key_invalid' });
  });

  it('is opened once with a sign-in link, however many try at once', async () => {
    const key = await keyIn(null);
    const link = requestOf(key, { kind: 'sign_in_link' });
    const { created_at, expires_at } = await ask(openSession, link);
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(signInLinkLifetimeMs);
    const tries = Array.from({ length: 8 }, () => ({
      id: randomUUID(),
      hash: sha256(randomUUID()),
      link_hash: link.hash,
    }));
    const results = await Promise.allSettled(
      // Spread over the partitions, so that groups of several transactions compete.
      tries.map((body, index) => caller.lanes.command(redeemSignInLink, body, { call: caller.call, key: `k${index}` })),
    );
    const opened = results.filter(({ status }) => status === 'fulfilled');
    expect(opened).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'sign_in_code_invalid' });
    }
    const won = tries[results.findIndex(({ status }) => status === 'fulfilled')] as (typeof tries)[number];
    expect(await published(won.id)).toMatchObject({ ...key, kind: 'session', hash: won.hash });
    expect(await published(link.id)).toBeUndefined();
  });

  it('gets the same session when the command that opened it is repeated', async () => {
    const link = requestOf({ key_id: null, key_hash: sha256('admin') }, { kind: 'sign_in_link' });
    await ask(openSession, link);
    const request = { id: randomUUID(), hash: sha256(randomUUID()), link_hash: link.hash };
    const command = randomUUID();
    const session = await ask(redeemSignInLink, request, command);
    expect(await ask(redeemSignInLink, request, command)).toEqual(session);
  });

  it('is not opened with an expired link, nor with the hash of a session', async () => {
    const key = await keyIn(null);
    const [link, session] = [requestOf(key, { kind: 'sign_in_link' }), requestOf(key)];
    for (const request of [link, session]) await ask(openSession, request);
    await tables.query(`update sessions set expires_at = now() - interval '1 ms' where id = $1`, [link.id]);
    for (const { hash: link_hash } of [link, session]) {
      const request = { id: randomUUID(), hash: sha256(randomUUID()), link_hash };
      await expect(ask(redeemSignInLink, request)).rejects.toMatchObject({
        type: 'authentication_error',
        code: 'sign_in_code_invalid',
      });
    }
  });

  it('ends the oldest of a key with too many', async () => {
    const key = await keyIn(null);
    const link = await ask(openSession, requestOf(key, { kind: 'sign_in_link' }));
    const ids: string[] = [];
    for (let count = 0; count < maxSessionsOfKey + 2; count++) ids.push((await ask(openSession, requestOf(key))).id);
    await caller.sessions.fence();
    const left = ids.filter((id) => caller.sessions.get(id) !== undefined);
    expect(left).toHaveLength(maxSessionsOfKey);
    expect(left).toContain(ids.at(-1));
    expect(await published(link.id)).toBeDefined();
  });

  it('is deleted after its expiry, with a tombstone; others stay', async () => {
    const key = await keyIn(null);
    const expired = await ask(openSession, requestOf(key));
    const open = await ask(openSession, requestOf(key));
    await tables.query(`update sessions set expires_at = now() - interval '1 ms' where id = $1`, [expired.id]);
    await service.get(SessionsService, { strict: false }).deleteExpired(caller.call, new AbortController().signal);
    await until(async () => (await published(expired.id)) === undefined);
    expect([await stored(expired.id), await stored(open.id)]).toEqual([0, 1]);
    expect(await published(open.id)).toBeDefined();
  });
});
