import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which attempt at its request an interaction is of: of two records of one completion, that of the later attempt holds.
 */
export class AddAttemptToInteractions1795360000000 implements MigrationInterface {
  readonly name = 'AddAttemptToInteractions1795360000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table interactions add column attempt smallint not null default 1');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table interactions drop column attempt');
  }
}
