import type { MigrationInterface, QueryRunner } from 'typeorm';
import { indexInteractions } from '../partition-indexes.js';

/** Scans find what was stored since the scan before, by the time of storing. */
export class IndexStoredInteractions1796100000000 implements MigrationInterface {
  readonly name = 'IndexStoredInteractions1796100000000';
  /** Outside of a transaction, which concurrent indexes need. */
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    await indexInteractions(queries, 'interactions_by_storage', '(project_id, stored_at, completion_id)');
    await queries.query(
      'create index concurrently if not exists feedback_by_storage on feedback_values (project_id, metric_id, stored_at, id)',
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop index concurrently if exists feedback_by_storage');
    await queries.query('drop index if exists interactions_by_storage');
  }
}
