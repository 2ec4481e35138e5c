import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Partial indexes: rows from before this migration have no words until the service fills them in. */
const indexes = {
  interactions_words: 'using gin (words) with (gin_pending_list_limit = 1024) where words is not null',
  interactions_unfilled: '(created_at) where words is null',
};

/**
 * The words of completions, and what statistics count. `words` also has lexemes of project, day and filters, so that one index
 * intersects them. Indexes of partitions are created concurrently; a failed run is repeated.
 */
export class SearchInteractions1795900000000 implements MigrationInterface {
  readonly name = 'SearchInteractions1795900000000';
  /** Outside of a transaction, which concurrent indexes need. */
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table interactions add column if not exists words tsvector, add column if not exists prompt_tokens integer,
        add column if not exists completion_tokens integer, add column if not exists first_token_ms real,
        add column if not exists duration_ms real`);
    for (const [name, definition] of Object.entries(indexes)) {
      await queries.query(`create index if not exists ${name} on only interactions ${definition}`);
      const partitions = (await queries.query(partitionsWithout(name))) as { partition: string }[];
      for (const { partition } of partitions) await createOn(queries, partition, name, definition);
    }
  }

  async down(queries: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await queries.query(`drop index if exists ${name}`);
    for (const column of ['words', 'prompt_tokens', 'completion_tokens', 'first_token_ms', 'duration_ms'])
      await queries.query(`alter table interactions drop column if exists ${column}`);
  }
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
