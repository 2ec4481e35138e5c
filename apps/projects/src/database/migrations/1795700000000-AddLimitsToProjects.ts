import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Limits of a project; null for the defaults. */
export class AddLimitsToProjects1795700000000 implements MigrationInterface {
  readonly name = 'AddLimitsToProjects1795700000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table projects add column limits jsonb');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table projects drop column limits');
  }
}
