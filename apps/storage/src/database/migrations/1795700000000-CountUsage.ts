import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Usage of a row `r` by its table, for the quota of its project. */
const counted: Readonly<Record<string, string>> = {
  objects: 'select r.project_id, r.size as bytes, 1 as objects, 0 as upload_sessions from % r',
  files: 'select r.project_id, file_bytes(r.size, r.details) as bytes, 1 as objects, 0 as upload_sessions from % r',
  uploads: "select r.project_id, 0 as bytes, 0 as objects, (r.state = 'open')::int as upload_sessions from % r",
  upload_pieces: `select u.project_id, r.bytes, 0 as objects, 0 as upload_sessions
    from % r join uploads u on u.id = r.upload_id`,
};

/** Which of the rows before and after a statement each event has. */
const events: Readonly<Record<string, readonly string[]>> = {
  insert: ['new_rows'],
  update: ['new_rows', 'old_rows'],
  delete: ['old_rows'],
};

/**
 * What each project has, in one row of `project_usage`. Triggers keep it: whatever writes the tables, and in the same
 * transaction. Making them keeps writers waiting, so nothing is missed between what is counted here and what they
 * count.
 */
export class CountUsage1795700000000 implements MigrationInterface {
  readonly name = 'CountUsage1795700000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table project_usage (
        project_id uuid primary key,
        bytes bigint not null default 0,
        objects bigint not null default 0,
        upload_sessions bigint not null default 0
      )`);
    // Of a piece: what was announced, then what came; none once its upload is a file, whose row has the bytes from then
    // on.
    await queries.query('alter table upload_pieces add column bytes bigint not null default 0');
    await queries.query(`update upload_pieces p set bytes = coalesce(size, 0)
      where exists (select from uploads u where u.id = p.upload_id and u.state <> 'consumed')`);
    await queries.query(fileBytes);
    for (const [table, rows] of Object.entries(counted)) {
      for (const [event, tables] of Object.entries(events)) await countOn(queries, { table, rows, event, tables });
      await queries.query(added([rows.replace('%', table)]));
    }
  }

  async down(queries: QueryRunner): Promise<void> {
    for (const table of Object.keys(counted)) {
      for (const event of Object.keys(events)) {
        await queries.query(`drop trigger count_${event} on ${table}`);
        await queries.query(`drop function count_${table}_${event}()`);
      }
    }
    await queries.query('drop function file_bytes(bigint, jsonb)');
    await queries.query('alter table upload_pieces drop column bytes');
    await queries.query('drop table project_usage');
  }
}

/**
 * All that lies in the bucket of a file: the original, what was made of it, and pieces of that until they are put
 * together.
 */
const fileBytes = `
  create function file_bytes(size bigint, details jsonb) returns bigint language sql immutable as $$
    select case when details ->> 'original_kept' = 'false' then 0 else size end
      + coalesce((details ->> 'recipe_size')::bigint, 0)
      + coalesce((details #>> '{exported,manifest_size}')::bigint, 0)
      + (select coalesce(sum(piece::bigint), 0)::bigint from jsonb_array_elements_text(
          coalesce(details -> 'pieces', '[]') || coalesce(details #> '{exported,pieces,lines}', '[]')
            || coalesce(details #> '{exported,pieces,recipe}', '[]')
            || coalesce(details #> '{exported,pieces,manifest}', '[]')) piece)
  $$`;

interface Counted {
  readonly table: string;
  readonly rows: string;
  readonly event: string;
  readonly tables: readonly string[];
}

async function countOn(queries: QueryRunner, { table, rows, event, tables }: Counted): Promise<void> {
  const changes = tables.map((name) => (name === 'new_rows' ? rows : negative(rows)).replace('%', name));
  const referencing = tables.map((name) => `${name.replace('_rows', '')} table as ${name}`).join(' ');
  await queries.query(`
    create function count_${table}_${event}() returns trigger language plpgsql set search_path from current as $$
    begin
      ${added(changes)};
      return null;
    end $$`);
  await queries.query(`
    create trigger count_${event} after ${event} on ${table} referencing ${referencing}
    for each statement execute function count_${table}_${event}()`);
}

function negative(rows: string): string {
  return `select project_id, -bytes as bytes, -objects as objects, -upload_sessions as upload_sessions
    from (${rows}) counted`;
}

/** Locks projects in the order of their ids, so that writers of several projects do not deadlock. */
function added(changes: readonly string[]): string {
  return `
    insert into project_usage as usage (project_id, bytes, objects, upload_sessions)
    select project_id, sum(bytes), sum(objects), sum(upload_sessions) from (${changes.join(' union all ')}) changes
    where project_id is not null group by project_id
    having sum(bytes) <> 0 or sum(objects) <> 0 or sum(upload_sessions) <> 0 order by project_id
    on conflict (project_id) do update set bytes = usage.bytes + excluded.bytes,
      objects = usage.objects + excluded.objects,
      upload_sessions = usage.upload_sessions + excluded.upload_sessions`;
}
