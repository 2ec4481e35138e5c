import type { QueryRunner } from 'typeorm';

/**
 * Creates an index of `interactions` without blocking writes: on each partition concurrently, outside of a transaction.
 * It can be run again after a failure.
 *
 * @param definition what follows the name of the table.
 */
export async function indexInteractions(queries: QueryRunner, name: string, definition: string): Promise<void> {
  await queries.query(`create index if not exists ${name} on only interactions ${definition}`);
  const partitions = (await queries.query(partitionsWithout(name))) as { partition: string }[];
  for (const { partition } of partitions) await createOn(queries, partition, name, definition);
}

function partitionsWithout(index: string): string {
  return `select p.inhrelid::regclass::text as partition from pg_inherits p
    where p.inhparent = 'interactions'::regclass and not exists (
      select from pg_inherits x join pg_index i on i.indexrelid = x.inhrelid
      where x.inhparent = '${index}'::regclass and i.indrelid = p.inhrelid)`;
}

async function createOn(queries: QueryRunner, partition: string, index: string, definition: string): Promise<void> {
  const own = `${partition}_${index.replace('interactions_', '')}`;
  // Left by a run that failed.
  await queries.query(`drop index concurrently if exists ${own}`);
  await queries.query(`create index concurrently ${own} on ${partition} ${definition}`);
  await queries.query(`alter index ${index} attach partition ${own}`);
}
