import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Completions that were erased one by one: events of them that arrive later are not stored. */
export class CreateErasedCompletions1795500000000 implements MigrationInterface {
  readonly name = 'CreateErasedCompletions1795500000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table erased_completions (
        completion_id uuid primary key,
        project_id uuid not null,
        answer uuid[] not null,
        erased_at timestamptz(3) not null
      )`);
    await queries.query('create index erased_completions_by_project on erased_completions (project_id)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table erased_completions');
  }
}
