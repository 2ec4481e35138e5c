import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The images of all projects. */
export class CreateImages1795251647276 implements MigrationInterface {
  readonly name = 'CreateImages1795251647276';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table images (
        id uuid primary key,
        project_id uuid not null,
        name text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    await queries.query('create index images_by_age on images (project_id, created_at, id)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table images');
  }
}
