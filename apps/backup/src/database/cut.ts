import { outboxTurn } from '@earshot/persistence';
import { Client } from 'pg';
import { schemasOf } from './tables.js';

/** A service that publishes has its turn for milliseconds, and for two minutes at most where the broker is away. */
const turnTimeout = '150s';

/** The database as it is at one moment. */
export interface Cut<T> {
  /** In a transaction that goes on seeing that moment; to be ended. */
  readonly client: Client;
  /** What was found out at that moment. */
  readonly found: T;
}

/**
 * Takes a snapshot while nobody publishes: a record of an outbox is in its table then, or in its topic, and never in neither.
 *
 * @param schemas of the services that publish. @param look what is to be found out about the topics at that moment.
 */
export async function takeCut<T>(url: string, schemas: readonly string[], look: () => Promise<T>): Promise<Cut<T>> {
  const turns = await connect(url);
  const client = await connect(url);
  try {
    await turns.query('begin');
    await turns.query(`set local lock_timeout = '${turnTimeout}'`);
    // In one order, so that two backups do not wait for each other.
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

/** The services that keep what topics tell them: each has the schema of its name. */
export async function servicesWithTables(url: string): Promise<string[]> {
  const client = await connect(url);
  try {
    return await schemasOf(client);
  } finally {
    await client.end();
  }
}

/** @throws Error saying that nobody answers. */
export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'backup' });
  // Whoever waits for an answer is told; without this the process would end.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
