import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a key was used last; null for not yet. */
export class AddLastUseToApiKeys1795600100000 implements MigrationInterface {
  readonly name = 'AddLastUseToApiKeys1795600100000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table api_keys add column last_used_at timestamptz(3)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table api_keys drop column last_used_at');
  }
}
