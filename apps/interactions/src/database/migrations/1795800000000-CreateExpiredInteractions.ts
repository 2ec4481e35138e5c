import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row for each project with expired interactions; the reconciliation check reads it. */
export class CreateExpiredInteractions1795800000000 implements MigrationInterface {
  readonly name = 'CreateExpiredInteractions1795800000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(
      'create table expired_interactions (project_id uuid primary key, before timestamptz(3) not null)',
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table expired_interactions');
  }
}
