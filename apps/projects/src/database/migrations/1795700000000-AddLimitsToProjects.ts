import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a project may use at most; null where the defaults hold. */
export class AddLimitsToProjects1795700000000 implements MigrationInterface {
  readonly name = 'AddLimitsToProjects1795700000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table projects add column limits jsonb');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table projects drop column limits');
  }
}
