import pg from 'pg';

/** Rows per statement: some seconds each. */
const batchRows = 20_000;

const days = 30;

/**
 * Inserts feedback of the last 30 days directly into the table, because only reading is measured. Triggers of the table
 * summarise it by hour. It has five models; one of ten values is an outcome.
 *
 * @param {string} databaseUrl URL of a superuser.
 * @param {string} projectId
 * @param {readonly string[]} metricIds
 * @param {number} count
 */
export async function fillFeedback(databaseUrl, projectId, metricIds, count) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query("set search_path = feedback; set timezone = 'UTC'");
    const now = new Date();
    for (let from = 0; from < count; from += batchRows) {
      const to = Math.min(from + batchRows, count) - 1;
      await client.query(insert, [projectId, metricIds, from, to, days / count, now]);
    }
    await client.query('analyze feedback, hourly_summaries');
  } finally {
    await client.end();
  }
}

const created = "date_trunc('milliseconds', $6::timestamptz - make_interval(secs => $5::float8 * 86400 * n))";

const insert = `
  insert into feedback (id, project_id, metric_id, origin, completion_id, session_id, model, value, created_at, is_current, day, bucket)
  select gen_random_uuid(), $1, ($2::uuid[])[(n % cardinality($2::uuid[]))::int + 1], case when n % 10 = 0 then 'outcome' else 'feedback' end,
    case when n % 10 > 0 then gen_random_uuid() end, gen_random_uuid(), 'bench/model-' || n % 5, n % 5, ${created}, true,
    (${created})::date, 0
  from generate_series($3::bigint, $4::bigint) n`;
