import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lies in the bucket, or is about to. */
export class CreateObjects1795251647276 implements MigrationInterface {
  readonly name = 'CreateObjects1795251647276';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table objects (
        id uuid primary key,
        kind text not null,
        project_id uuid not null,
        name text not null,
        size bigint not null,
        sha256 text not null,
        content_type text not null,
        created_at timestamptz(3) not null,
        delete_after timestamptz(3),
        constraint objects_by_name unique (project_id, kind, name)
      )`);
    await queries.query('create index objects_to_delete on objects (delete_after) where delete_after is not null');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table objects');
  }
}
