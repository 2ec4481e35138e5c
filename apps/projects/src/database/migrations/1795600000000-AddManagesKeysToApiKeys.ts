import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a key may manage keys; null for keys from before that was a permission of its own. */
export class AddManagesKeysToApiKeys1795600000000 implements MigrationInterface {
  readonly name = 'AddManagesKeysToApiKeys1795600000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table api_keys add column manages_keys boolean');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table api_keys drop column manages_keys');
  }
}
