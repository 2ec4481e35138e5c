import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of a table as changes of the summaries; `%` is the table, `±` their sign. */
const rowsOf = {
  feedback: `
    select metric_id, date_trunc('hour', created_at, 'UTC') as hour, model, ±1 as count,
      case when origin = 'outcome' then ±1 else 0 end as outcomes, ±(value::text::numeric) as sum, 0 as comparisons
    from % where is_current`,
  // The model '*' stands for all together.
  comparisons: `
    select metric_id, date_trunc('hour', created_at, 'UTC') as hour, side.model,
      0 as count, 0 as outcomes, 0::numeric as sum, ±1 as comparisons
    from % cross join lateral (values (preferred_model), (nullif(other_model, preferred_model)), ('*')) as side (model)
    where side.model is not null`,
};

/** The transition tables of each event, and whether the rows in them are added (1) or removed (-1). */
const events = { insert: { new: 1, old: 0 }, update: { new: 1, old: -1 }, delete: { new: 0, old: -1 } } as const;

/**
 * Feedback and comparisons of each metric by hour and model. Triggers keep them in the transaction of each statement,
 * so whatever writes the tables is counted. Creating the triggers blocks writers until all earlier rows are counted.
 */
export class CreateHourlySummaries1795810000000 implements MigrationInterface {
  readonly name = 'CreateHourlySummaries1795810000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table hourly_summaries (
        metric_id uuid not null,
        hour timestamptz(3) not null,
        model text not null,
        count bigint not null,
        outcomes bigint not null,
        sum numeric not null,
        comparisons bigint not null,
        primary key (metric_id, hour, model)
      ) with (fillfactor = 50)`);
    for (const [table, rows] of Object.entries(rowsOf)) {
      for (const [event, signs] of Object.entries(events)) await countOn(queries, { table, rows, event, signs });
      await queries.query(added([changes(rows, table, 1)]));
    }
  }

  async down(queries: QueryRunner): Promise<void> {
    for (const table of Object.keys(rowsOf)) {
      for (const event of Object.keys(events)) {
        await queries.query(`drop trigger summarise_${event} on ${table}`);
        await queries.query(`drop function summarise_${table}_${event}()`);
      }
    }
    await queries.query('drop table hourly_summaries');
  }
}

interface Counted {
  readonly table: string;
  readonly rows: string;
  readonly event: string;
  readonly signs: { readonly new: 0 | 1; readonly old: 0 | -1 };
}

async function countOn(queries: QueryRunner, { table, rows, event, signs }: Counted): Promise<void> {
  const named = (['new', 'old'] as const).filter((name) => signs[name] !== 0);
  const changed = named.map((name) => changes(rows, `${name}_rows`, signs[name]));
  await queries.query(`
    create function summarise_${table}_${event}() returns trigger language plpgsql set search_path from current as $$
    begin
      ${added(changed)};
      ${signs.old === 0 ? '' : `${emptied};`}
      return null;
    end $$`);
  await queries.query(`
    create trigger summarise_${event} after ${event} on ${table}
    referencing ${named.map((name) => `${name} table as ${name}_rows`).join(' ')}
    for each statement execute function summarise_${table}_${event}()`);
}

function changes(rows: string, table: string, sign: 0 | 1 | -1): string {
  return rows.replace('%', table).replaceAll('±', sign === 1 ? '' : '-');
}

/** One order of the cells prevents deadlocks. */
function added(changed: readonly string[]): string {
  return `
    insert into hourly_summaries as kept (metric_id, hour, model, count, outcomes, sum, comparisons)
    select metric_id, hour, model, sum(count), sum(outcomes), sum(sum), sum(comparisons)
    from (${changed.join(' union all ')}) change group by metric_id, hour, model
    having sum(count) <> 0 or sum(outcomes) <> 0 or sum(sum) <> 0 or sum(comparisons) <> 0
    order by metric_id, hour, model
    on conflict (metric_id, hour, model) do update set count = kept.count + excluded.count,
      outcomes = kept.outcomes + excluded.outcomes, sum = kept.sum + excluded.sum,
      comparisons = kept.comparisons + excluded.comparisons`;
}

const emptied = `
  delete from hourly_summaries summary using (
    select distinct metric_id, date_trunc('hour', created_at, 'UTC') as hour from old_rows) touched
  where summary.metric_id = touched.metric_id and summary.hour = touched.hour
    and summary.count = 0 and summary.comparisons = 0`;
