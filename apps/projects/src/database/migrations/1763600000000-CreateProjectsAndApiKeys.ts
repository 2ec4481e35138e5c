import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Projects, and the keys to them and to the installation. */
export class CreateProjectsAndApiKeys1763600000000 implements MigrationInterface {
  readonly name = 'CreateProjectsAndApiKeys1763600000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table projects (
        id uuid constraint projects_id_taken primary key,
        key text not null constraint projects_key_taken unique,
        name text not null,
        system_prompt text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    await queries.query('create index projects_by_age on projects (created_at, id)');
    await queries.query(`
      create table api_keys (
        id uuid constraint api_keys_id_taken primary key,
        project_id uuid constraint api_keys_project_exists references projects (id),
        name text not null,
        hash text not null constraint api_keys_hash_in_use unique,
        permissions text[] not null,
        expires_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    await queries.query('create index api_keys_by_age on api_keys (project_id, created_at, id)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table api_keys');
    await queries.query('drop table projects');
  }
}
