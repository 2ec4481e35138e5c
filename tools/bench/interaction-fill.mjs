import { createHash } from 'node:crypto';
import pg from 'pg';

/** Rows per statement: some seconds each. */
const batchRows = 50_000;

/** Rows are spread evenly over these days, in several monthly partitions. */
const days = 90;

/** Marker by which a label is found (apps/interactions/src/rows/marks.ts). */
const rareMark = createHash('sha256')
  .update(JSON.stringify(['label', 'rare', 'yes']))
  .digest('hex')
  .slice(0, 32);

/**
 * Inserts interactions directly into the tables, because only reading is measured. One of 1,000 belongs to each of 1,000
 * users; one of 10,000 has the label rare:yes.
 *
 * @param {string} databaseUrl URL of a superuser.
 * @param {string} projectId
 * @param {number} count
 */
export async function fillInteractions(databaseUrl, projectId, count) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query("set search_path = interactions; set timezone = 'UTC'");
    await makePartitions(client);
    const now = new Date();
    for (let from = 0; from < count; from += batchRows) {
      const values = [projectId, from, Math.min(from + batchRows, count) - 1, days / count, now];
      await client.query(insert, values);
      await client.query(insertMarks, [...values, rareMark]);
    }
    await client.query('analyze interactions, interaction_marks');
  } finally {
    await client.end();
  }
}

/** Creates partitions back to the oldest row; the service has created the current ones. */
async function makePartitions(client) {
  for (let back = 1; back <= Math.ceil(days / 28); back += 1) {
    for (const table of ['interactions', 'interaction_marks']) await client.query(makePartition(table, back));
  }
}

const makePartition = (table, back) => `
  do $$
  declare
    month timestamptz := date_trunc('month', now()) - interval '${back} months';
    name text := '${table}_' || to_char(month, 'YYYY_MM');
  begin
    if to_regclass(name) is null then
      execute format('create table %I partition of ${table} for values from (%L) to (%L)', name, month, month + interval '1 month');
      execute format('alter table %I owner to earshot_interactions', name);
    end if;
  end $$`;

const created = "date_trunc('milliseconds', $5::timestamptz - make_interval(secs => $4::float8 * 86400 * n))";
const id = "('0197a000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid";

const insert = `
  insert into interactions (completion_id, created_at, project_id, session_id, user_id, source, finish_reason, bytes, record)
  select ${id}, ${created}, $1, ${id}, ('0197a000-0000-7000-8000-' || lpad(to_hex(n % 1000), 12, '0'))::uuid, 'served', 'stop', 1000,
    json_build_object('messages', json_build_array(json_build_object('role', 'user', 'content', repeat('Why? ', 60))),
      'conversation', null, 'system_prompt', null, 'completion', repeat('Because. ', 40), 'answers', null, 'parameters', '{}'::json,
      'usage', null, 'timings', null, 'labels', '{}'::json, 'tags', '[]'::json, 'propensity', null, 'error', null, 'prompt_hash', '')
  from generate_series($2::bigint, $3::bigint) n`;

const insertMarks = `
  insert into interaction_marks (project_id, mark, created_at, completion_id)
  select $1, $6::uuid, ${created}, ${id} from generate_series($2::bigint, $3::bigint) n where n % 10000 = 0`;
