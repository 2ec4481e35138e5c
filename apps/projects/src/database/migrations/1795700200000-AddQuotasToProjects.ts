import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Quotas of a project that an administrator set. */
export class AddQuotasToProjects1795700200000 implements MigrationInterface {
  readonly name = 'AddQuotasToProjects1795700200000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`alter table projects add column quotas jsonb not null default '{}'`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table projects drop column quotas');
  }
}
