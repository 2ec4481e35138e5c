import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of {{entitiesWords}}. */
export class Create{{Entities}}{{timestamp}} implements MigrationInterface {
  readonly name = 'Create{{Entities}}{{timestamp}}';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table {{entitiesSnake}} (
        id uuid constraint {{entitiesSnake}}_id_taken primary key,
        project_id uuid not null,
        name text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    await queries.query('create index {{entitiesSnake}}_by_age on {{entitiesSnake}} (project_id, created_at, id)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table {{entitiesSnake}}');
  }
}
