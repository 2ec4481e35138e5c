import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The models of all projects. */
export class CreateModels1763600000000 implements MigrationInterface {
  readonly name = 'CreateModels1763600000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table models (
        id uuid primary key,
        project_id uuid not null,
        key text not null,
        name text not null,
        provider jsonb not null,
        capabilities text[] not null,
        system_prompt text,
        parameters jsonb not null,
        is_default boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint models_key_taken unique (project_id, key)
      )`);
    await queries.query('create unique index models_one_default on models (project_id) where is_default');
    await queries.query('create index models_by_age on models (project_id, created_at, id)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table models');
  }
}
