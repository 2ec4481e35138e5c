import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many sessions a project has open is asked whenever one begins. */
export class IndexOpenUploads1795268400000 implements MigrationInterface {
  readonly name = 'IndexOpenUploads1795268400000';
  /** An index is made concurrently outside of transactions only. */
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(
      `create index concurrently if not exists uploads_open on uploads (project_id, expires_at) where state = 'open'`,
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop index concurrently if exists uploads_open');
  }
}
