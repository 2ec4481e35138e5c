import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Limits of a key; null for no limits. */
export class AddLimitsToApiKeys1795254000000 implements MigrationInterface {
  readonly name = 'AddLimitsToApiKeys1795254000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table api_keys add column limits jsonb');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table api_keys drop column limits');
  }
}
