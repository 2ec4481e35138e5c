import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { databaseServices } from '../../local/environment.mjs';
import { PostgresPair } from './postgres-pair.js';

// Servers of its own start first.
jest.setTimeout(120_000);

const init = path.join(import.meta.dirname, '../init.mjs');

describe('a managed server, which gives nobody a superuser', () => {
  const server = new PostgresPair();

  beforeAll(async () => {
    await server.start();
    await as('postgres', 'postgres', 'create role owner login createdb createrole');
  });
  afterAll(() => server.stop());

  const url = (user: string, database: string) => {
    const address = new URL(server.url);
    return `postgres://${user}@${address.host}/${database}`;
  };
  const as = async (user: string, database: string, statement: string) => {
    const client = new pg.Client(url(user, database));
    await client.connect();
    return client.query(statement).finally(() => client.end());
  };

  it('is initialised by the owner of the database, also again', async () => {
    const SERVICE_PASSWORDS = JSON.stringify(Object.fromEntries(databaseServices.map((name) => [name, 'secret'])));
    const env = { ...process.env, DATABASE_ADMIN_URL: url('owner', 'earshot'), SERVICE_PASSWORDS };
    for (let times = 0; times < 2; times += 1) await promisify(execFile)(process.execPath, [init], { env });
    await as('earshot_feedback', 'earshot', 'create table feedback.own ()');
    const foreign = as('earshot_feedback', 'earshot', 'create table projects.foreign ()');
    await expect(foreign).rejects.toThrow('permission denied for schema projects');
  });
});
