import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexInteractions } from '../partition-indexes.js';

/** Partial indexes: rows from before this migration have no words until the service fills them in. */
const indexes = {
  interactions_words: 'using gin (words) with (gin_pending_list_limit = 1024) where words is not null',
  interactions_unfilled: '(created_at) where words is null',
};

/**
 * The words of completions, and what statistics count. `words` also has lexemes of project, day and filters, so that
 * one index intersects them. Indexes of partitions are created concurrently; a failed run is repeated.
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
      await indexInteractions(queries, name, definition);
    }
  }

  async down(queries: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await queries.query(`drop index if exists ${name}`);
    for (const column of ['words', 'prompt_tokens', 'completion_tokens', 'first_token_ms', 'duration_ms'])
      await queries.query(`alter table interactions drop column if exists ${column}`);
  }
}
