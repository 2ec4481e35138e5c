import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time at which an import was stored: an erasure covers imports that were stored before it. null: the
 * interaction was stored when it took place.
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
