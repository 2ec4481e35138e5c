import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Imports tell of the past: whether an erasure is about one goes by when it was stored. null: stored when it took
 * place.
 */
export class AddStoredAtOfReferences1795350000000 implements MigrationInterface {
  readonly name = 'AddStoredAtOfReferences1795350000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('alter table completion_refs add column stored_at timestamptz(3)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table completion_refs drop column stored_at');
  }
}
