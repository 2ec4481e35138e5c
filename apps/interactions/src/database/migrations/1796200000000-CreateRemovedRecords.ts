import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ids of removed feedback and comparisons: the event of a removal may precede that of the record. */
export class CreateRemovedRecords1796200000000 implements MigrationInterface {
  readonly name = 'CreateRemovedRecords1796200000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table removed_records (
        id uuid primary key,
        project_id uuid not null,
        removed_at timestamptz(3) not null
      )`);
    await queries.query('create index removed_records_by_project on removed_records (project_id)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table removed_records');
  }
}
