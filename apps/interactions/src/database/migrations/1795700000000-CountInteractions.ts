import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which of the rows of a statement an event has, and by how much each changes the count. */
const events = { insert: ['new', 1], delete: ['old', -1] } as const;

/**
 * How many interactions each project has: the sum of its rows of `project_usage`. Triggers add a row for what a
 * statement changed, whatever writes the table, and in the same transaction. Nobody waits for another who adds: answers
 * of one project are recorded from several partitions at once. Making them keeps writers waiting, so nothing is missed
 * between what is counted here and what they count: a second for a million rows or so.
 */
export class CountInteractions1795700000000 implements MigrationInterface {
  readonly name = 'CountInteractions1795700000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table project_usage (
        project_id uuid not null,
        interactions bigint not null
      )`);
    await queries.query('create index project_usage_project_id on project_usage (project_id)');
    for (const [event, [rows, by]] of Object.entries(events)) {
      await queries.query(`
        create function count_interactions_${event}() returns trigger language plpgsql set search_path from current as $$
        begin
          insert into project_usage (project_id, interactions)
          select project_id, ${by} * count(*) from ${rows}_rows group by project_id;
          return null;
        end $$`);
      await queries.query(`
        create trigger count_${event} after ${event} on interactions referencing ${rows} table as ${rows}_rows
        for each statement execute function count_interactions_${event}()`);
    }
    await queries.query('insert into project_usage select project_id, count(*) from interactions group by project_id');
  }

  async down(queries: QueryRunner): Promise<void> {
    for (const event of Object.keys(events)) {
      await queries.query(`drop trigger count_${event} on interactions`);
      await queries.query(`drop function count_interactions_${event}()`);
    }
    await queries.query('drop table project_usage');
  }
}
