import type { MigrationInterface, QueryRunner } from 'typeorm';

const key = 'project_id, hour, measure, bin, model_id, model, source, ab_campaign, finish_reason';
const columns = `
  project_id uuid not null,
  hour timestamptz(0) not null,
  measure smallint not null,
  bin smallint not null,
  model_id uuid,
  model text,
  source text not null,
  ab_campaign text,
  finish_reason text,
  n bigint not null`;

/** The rows that each event of a statement adds to the counts, and removes from them. */
const events = {
  insert: { transitions: 'new table as new_rows', changes: [['new_rows', 1]] },
  delete: { transitions: 'old table as old_rows', changes: [['old_rows', -1]] },
  update: {
    transitions: 'old table as old_rows new table as new_rows',
    changes: [
      ['old_rows', -1],
      ['new_rows', 1],
    ],
  },
} as const;

/**
 * What statistics read: counts, tokens and histograms of times by hour and day. Triggers add changes in the transaction
 * that writes the interactions; the service merges them. Until its commit, the migration keeps writers waiting: 11 s
 * for 1,000,000 rows on a busy machine.
 */
export class CountInteractionsByHour1795910000000 implements MigrationInterface {
  readonly name = 'CountInteractionsByHour1795910000000';

  async up(queries: QueryRunner): Promise<void> {
    // Days have the same columns: their hour is the first one.
    for (const table of ['interaction_counts', 'interaction_day_counts']) {
      await queries.query(`create table ${table} (${columns})`);
      await queries.query(`create unique index ${table}_once on ${table} (${key}) nulls not distinct`);
      await queries.query(`create index ${table}_empty on ${table} (project_id) where n = 0`);
    }
    await queries.query(`create table interaction_count_changes (${columns})`);
    await queries.query(
      'create index interaction_count_changes_by_hour on interaction_count_changes (project_id, hour)',
    );
    // Bins are powers of 1.1 of a millisecond: the middle of a bin is off by less than 5 %.
    await queries.query(`
      create function latency_bin(ms real) returns smallint immutable language sql
      return case when ms >= 0 then ceil(ln(least(greatest(ms::double precision, 0.01), 1e12)) / ln(1.1::double precision))::smallint end`);
    for (const [event, { transitions, changes }] of Object.entries(events)) {
      const rows = changes.map(([table, sign]) => measuresOf(table, sign)).join(' union all ');
      await queries.query(`
        create function count_interactions_by_hour_${event}() returns trigger language plpgsql set search_path from current as $$
        begin
          insert into interaction_count_changes (${key}, n)
          select ${key}, sum(n) from (${rows}) as changes group by ${key} having sum(n) <> 0;
          return null;
        end $$`);
      await queries.query(`
        create trigger count_by_hour_${event} after ${event} on interactions referencing ${transitions}
        for each statement execute function count_interactions_by_hour_${event}()`);
    }
    await queries.query(`
      insert into interaction_count_changes (${key}, n)
      select ${key}, sum(n) from (${measuresOf('interactions', 1)}) as counted group by ${key}`);
  }

  async down(queries: QueryRunner): Promise<void> {
    for (const event of Object.keys(events)) {
      await queries.query(`drop trigger count_by_hour_${event} on interactions`);
      await queries.query(`drop function count_interactions_by_hour_${event}()`);
    }
    await queries.query('drop function latency_bin(real)');
    await queries.query('drop table interaction_count_changes');
    await queries.query('drop table interaction_day_counts');
    await queries.query('drop table interaction_counts');
  }
}

/**
 * Measures: 0 interactions, 1 prompt tokens, 2 completion tokens, 3 and 4 times to the first token and to the end, by
 * bin.
 */
function measuresOf(table: string, sign: number): string {
  return `select r.project_id, date_bin('1 hour', r.created_at, '2000-01-01T00:00:00Z') as hour, v.measure::smallint as measure,
      v.bin::smallint as bin, r.model_id, r.model, r.source, r.ab_campaign, r.finish_reason, ${sign} * v.n::bigint as n
    from ${table} r cross join lateral (values (0, 0, 1), (1, 0, r.prompt_tokens), (2, 0, r.completion_tokens),
      (3, latency_bin(r.first_token_ms), 1), (4, latency_bin(r.duration_ms), 1)) as v (measure, bin, n)
    where v.n <> 0 and v.bin is not null`;
}
