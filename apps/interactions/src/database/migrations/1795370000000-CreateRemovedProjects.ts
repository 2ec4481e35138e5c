import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Projects whose records were deleted with them. */
export class CreateRemovedProjects1795370000000 implements MigrationInterface {
  readonly name = 'CreateRemovedProjects1795370000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(
      'create table removed_projects (project_id uuid primary key, removed_at timestamptz(3) not null default now())',
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table removed_projects');
  }
}
