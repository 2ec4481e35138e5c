import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Datasets, recipes and artifacts. */
export class CreateFiles1795262400000 implements MigrationInterface {
  readonly name = 'CreateFiles1795262400000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table files (
        id uuid constraint files_id_taken primary key,
        kind text not null,
        project_id uuid,
        key text,
        name text not null,
        status text not null,
        session_id text not null,
        size bigint not null,
        sha256 text,
        content_type text not null,
        details jsonb not null,
        refusal jsonb,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        worker uuid,
        leased_until timestamptz(3),
        attempts int not null default 0,
        original_until timestamptz(3),
        delete_after timestamptz(3)
      )`);
    // Recipes of all projects have none, and their keys are unique among each other.
    await queries.query(`
      create unique index files_key_taken on files (kind, project_id, key) nulls not distinct
        where delete_after is null and key is not null`);
    await queries.query('create index files_in_order on files (kind, project_id, created_at, id)');
    await queries.query("create index files_in_work on files (created_at) where status = 'processing'");
    await queries.query('create index files_original_until on files (original_until) where original_until is not null');
    await queries.query('create index files_to_delete on files (delete_after) where delete_after is not null');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table files');
  }
}
