import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Metrics of projects. */
export class CreateMetrics1795265400000 implements MigrationInterface {
  readonly name = 'CreateMetrics1795265400000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table metrics (
        id uuid constraint metrics_id_taken primary key,
        project_id uuid not null,
        key text not null,
        name text not null,
        kind text not null,
        scoring_type text not null,
        description text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint metrics_key_taken unique (project_id, key)
      )`);
    await queries.query('create index metrics_by_age on metrics (project_id, created_at, id)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table metrics');
  }
}
