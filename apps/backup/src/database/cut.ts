import { outboxTurn } from '@earshot/persistence';
import { Client } from 'pg';
import { schemasOf } from './tables.js';

/** A relay holds the outbox lock for milliseconds, and for two minutes at most while the broker is away. */
const turnTimeout = '150s';

/** A snapshot of the database. */
export interface Cut<T> {
  /** Has a transaction that reads the snapshot. The caller ends it. */
  readonly client: Client;
  /** The result of the look at that moment. */
  readonly found: T;
}

/**
 * Takes a snapshot while no outbox is published, so that each record is in its table or in its topic.
 *
 * @param schemas of the services that publish. @param look reads the topics at that moment.
 */
export async function takeCut<T>(url: string, schemas: readonly string[], look: () => Promise<T>): Promise<Cut<T>> {
  const turns = await connect(url);
  const client = await connect(url);
  try {
    await turns.query('begin');
    await turns.query(`set local lock_timeout = '${turnTimeout}'`);
    // One order prevents deadlocks between two backups.
    for (const schema of schemas) await turns.query(`select ${outboxTurn('$1::text')}`, [schema]);
    await client.query('begin isolation level repeatable read, read only');
    // The first statement takes the snapshot.
    await client.query('select 1');
    return { client, found: await look() };
  } catch (error) {
    await client.end();
    throw error;
  } finally {
    await turns.end();
  }
}

/** The services with tables; each has the schema of its name. */
export async function servicesWithTables(url: string): Promise<string[]> {
  const client = await connect(url);
  try {
    return await schemasOf(client);
  } finally {
    await client.end();
  }
}

/** Connects to a database. @throws Error if it does not answer. */
export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'backup' });
  // Pending queries fail by themselves; without a listener the process would end.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
