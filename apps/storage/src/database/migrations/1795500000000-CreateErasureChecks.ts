import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Datasets that may have lines of what was erased: withheld until somebody has looked. */
export class CreateErasureChecks1795500000000 implements MigrationInterface {
  readonly name = 'CreateErasureChecks1795500000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table erasure_checks (
        file_id uuid not null references files (id) on delete cascade,
        erased uuid not null,
        erased_at timestamptz(3) not null,
        primary key (file_id, erased)
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table erasure_checks');
  }
}
