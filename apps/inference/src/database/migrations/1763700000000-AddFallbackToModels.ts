import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The fallback models of a model. */
export class AddFallbackToModels1763700000000 implements MigrationInterface {
  readonly name = 'AddFallbackToModels1763700000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`alter table models add column fallback text[] not null default '{}'`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table models drop column fallback');
  }
}
