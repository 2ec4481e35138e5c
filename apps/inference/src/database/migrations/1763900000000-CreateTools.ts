import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tools of all projects. */
export class CreateTools1763900000000 implements MigrationInterface {
  readonly name = 'CreateTools1763900000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table tools (
        id uuid primary key,
        project_id uuid not null,
        key text not null,
        name text not null,
        description text not null,
        parameters json not null,
        endpoint jsonb not null,
        sealed_headers text,
        header_names text[] not null,
        enabled boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint tools_key_taken unique (project_id, key)
      )`);
    await queries.query('create index tools_by_age on tools (project_id, created_at, id)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table tools');
  }
}
