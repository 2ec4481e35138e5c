import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Datasets whose processing was cancelled: when, and when their objects are deleted. */
export class AddCancellationToFiles1796300000000 implements MigrationInterface {
  readonly name = 'AddCancellationToFiles1796300000000';
  /** Concurrent indexes are created outside of transactions only. */
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    for (const column of ['cancelled_at', 'clear_after'])
      await queries.query(`alter table files add column if not exists ${column} timestamptz(3)`);
    await queries.query(
      `create index concurrently if not exists files_to_clear on files (clear_after) where clear_after is not null`,
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop index concurrently if exists files_to_clear');
    for (const column of ['cancelled_at', 'clear_after'])
      await queries.query(`alter table files drop column if exists ${column}`);
  }
}
