/**
 * Creates the database `earshot` and runs init.sql in it. Idempotent. Settings: DATABASE_ADMIN_URL (superuser, database
 * `earshot`), SERVICE_PASSWORDS (JSON: service to password), SERVICE_CONNECTION_LIMIT (per role; see init.sql).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { withRetries } from '../retry.mjs';

const { DATABASE_ADMIN_URL = '', SERVICE_PASSWORDS = '{}', SERVICE_CONNECTION_LIMIT = '' } = process.env;
const limits = { connectionTimeoutMillis: 10_000, statement_timeout: 30_000 };

/** @param {string} connectionString */
async function connect(connectionString) {
  const client = new pg.Client({ connectionString, ...limits });
  await client.connect();
  return client;
}

/**
 * @param {string} connectionString
 * @param {(client: pg.Client) => Promise<void>} work
 */
async function withClient(connectionString, work) {
  const client = await withRetries(() => connect(connectionString));
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const maintenance = new URL(DATABASE_ADMIN_URL);
const name = maintenance.pathname.slice(1);
maintenance.pathname = '/postgres';
await withClient(maintenance.href, async (client) => {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
});
await withClient(DATABASE_ADMIN_URL, async (client) => {
  for (const [service, password] of Object.entries(JSON.parse(SERVICE_PASSWORDS))) {
    await client.query('select set_config($1, $2, false)', [`earshot.${service}_password`, password]);
  }
  await client.query("select set_config('earshot.connection_limit', $1, false)", [SERVICE_CONNECTION_LIMIT]);
  await client.query(readFileSync(path.join(import.meta.dirname, 'init.sql'), 'utf8'));
});
