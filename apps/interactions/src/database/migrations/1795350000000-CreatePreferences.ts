import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comparisons that have a winner, for exports. */
export class CreatePreferences1795350000000 implements MigrationInterface {
  readonly name = 'CreatePreferences1795350000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table preferences (
        id uuid primary key,
        project_id uuid not null,
        metric_id uuid not null,
        preferred_id uuid not null,
        other_id uuid not null,
        user_id uuid,
        created_at timestamptz(3) not null,
        stored_at timestamptz(3) not null default now()
      )`);
    await queries.query('create index preferences_by_age on preferences (project_id, created_at, id)');
    await queries.query('create index preferences_by_preferred on preferences (preferred_id)');
    await queries.query('create index preferences_by_other on preferences (other_id)');
    await queries.query(
      'create index preferences_by_user on preferences (project_id, user_id) where user_id is not null',
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table preferences');
  }
}
