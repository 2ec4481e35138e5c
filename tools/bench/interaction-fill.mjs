import { createHash } from 'node:crypto';
import pg from 'pg';

/** Rows per statement: some seconds each. */
const batchRows = 50_000;

/** Distinct texts of 60 words, of which the rows have copies. */
const texts = 2_000;

/** Marker by which a label is found (apps/interactions/src/rows/marks.ts). */
const rareMark = createHash('sha256')
  .update(JSON.stringify(['label', 'rare', 'yes']))
  .digest('hex')
  .slice(0, 32);

/**
 * Inserts interactions directly into the tables, because only reading is measured. One of 1,000 belongs to each of
 * 1,000 users; one of 10,000 has the label rare:yes. Each text has frequent and rare words: `usual` is in each,
 * `common` in one of 10, `some` in one of 100, `seldom` in one of 1,000, `rare` in one of 100,000, `former` in each of
 * the older half alone.
 *
 * @param {string} databaseUrl URL of a superuser.
 * @param {string} projectId
 * @param {number} count
 * @param {number} days Rows are spread evenly over these days before now.
 */
export async function fillInteractions(databaseUrl, projectId, count, days = 90) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query("set search_path = interactions; set timezone = 'UTC'");
    await makePartitions(client, days);
    await client.query(makeTexts, [texts]);
    const now = new Date();
    const salt = createHash('sha256').update(projectId).digest('hex').slice(0, 4);
    for (let from = 0; from < count; from += batchRows) {
      const values = [projectId, from, Math.min(from + batchRows, count) - 1, days / count, now, salt];
      await client.query(insert, [...values, rareMark, texts, count / 2]);
      await client.query(insertMarks, [...values, rareMark]);
    }
    await client.query('drop table bench_texts');
    await client.query('vacuum analyze interactions, interaction_marks, interaction_counts, interaction_count_changes');
  } finally {
    await client.end();
  }
}

/** Creates partitions back to the oldest row; the service has created the current ones. */
async function makePartitions(client, days) {
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

/** Words by Zipf's law from a vocabulary of 20,000. */
const makeTexts = `
  create temporary table bench_texts as
  select t.id, words.text, to_tsvector('simple', words.text) as words from generate_series(0, $1::integer - 1) t (id)
  cross join lateral (select string_agg('w' || floor(exp(random() * ln(20000)))::text, ' ') as text
    from generate_series(1, 60) where t.id is not null) as words`;

const created = "date_trunc('milliseconds', $5::timestamptz - make_interval(secs => $4::float8 * 86400 * n))";
const id = "('0197a000-' || $6::text || '-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid";
const user = "'0197a000-0000-7000-8000-' || lpad(to_hex(n % 1000), 12, '0')";

/** As apps/interactions/src/rows/derived-columns.ts derives the columns. */
const insert = `
  insert into interactions (completion_id, created_at, project_id, session_id, user_id, model, source, finish_reason, bytes, record,
    words, prompt_tokens, completion_tokens, first_token_ms, duration_ms)
  select ${id}, ${created}, $1::uuid, ${id}, (${user})::uuid, 'bench/model-' || n % 5, 'served', case when n % 50 = 0 then 'error' else 'stop' end, 1000,
    json_build_object('messages', json_build_array(json_build_object('role', 'user', 'content', repeat('Why? ', 60))),
      'conversation', null, 'system_prompt', null, 'completion', marked.text || ' ' || t.text, 'answers', null, 'parameters', '{}'::json,
      'usage', null, 'timings', null, 'labels', '{}'::json, 'tags', '[]'::json, 'propensity', null, 'error', null, 'prompt_hash', ''),
    to_tsvector('simple', marked.text) || t.words || array_to_tsvector(array[E'\\x01p:' || $1::text,
      E'\\x01d:' || $1::text || ':' || to_char(${created}, 'YYYY-MM-DD'), E'\\x01user:' || ${user},
      E'\\x01model:bench/model-' || n % 5, E'\\x01finish_reason:' || case when n % 50 = 0 then 'error' else 'stop' end]
      || case when n % 10000 = 0 then array[E'\\x01mark:' || $7::text] else '{}' end),
    10 + n % 1000, 20 + n % 777, 200 * exp(random() * 2 - 1), 3000 * exp(random() * 2 - 1)
  from generate_series($2::bigint, $3::bigint) n join bench_texts t on t.id = n % $8::integer
  cross join lateral (select 'usual n' || n || case when n % 10 = 0 then ' common' else '' end
    || case when n % 100 = 0 then ' some' else '' end || case when n % 1000 = 0 then ' seldom' else '' end
    || case when n % 100000 = 0 then ' rare' else '' end || case when n > $9::float8 then ' former' else '' end as text) as marked`;

const insertMarks = `
  insert into interaction_marks (project_id, mark, created_at, completion_id)
  select $1, $7::uuid, ${created}, ${id} from generate_series($2::bigint, $3::bigint) n where n % 10000 = 0`;
