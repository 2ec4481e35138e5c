import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Days for which the interactions of a project are kept. */
export class AddRetentionToProjects1795700100000 implements MigrationInterface {
  readonly name = 'AddRetentionToProjects1795700100000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table projects add column interactions_days integer');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table projects drop column interactions_days');
  }
}
