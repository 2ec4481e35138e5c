import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';

/** A database for one test file, on a real server. */
export interface TestDatabase {
  /** Address with a role that owns the schema alone, like the role of a service. */
  readonly url: string;
  /** Closes all connections and drops database and role. */
  drop(): Promise<void>;
}

/**
 * Creates a database with an empty schema.
 * @param adminUrl server address with a role that may create databases and roles.
 */
export async function createTestDatabase(adminUrl: string, schema: string): Promise<TestDatabase> {
  const name = `earshot_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await administer(adminUrl, [`create role ${name} login password '${name}'`, `create database ${name}`]);
  await administer(url.href, [`create schema "${schema}" authorization ${name}`]);
  url.username = name;
  url.password = name;
  const drop = () => administer(adminUrl, [`drop database ${name} with (force)`, `drop role ${name}`]);
  return { url: url.href, drop };
}

async function administer(url: string, statements: readonly string[]): Promise<void> {
  const dataSource = new DataSource({ type: 'postgres', url, poolSize: 1, installExtensions: false });
  await dataSource.initialize();
  try {
    for (const statement of statements) await dataSource.query(statement);
  } finally {
    await dataSource.destroy();
  }
}
