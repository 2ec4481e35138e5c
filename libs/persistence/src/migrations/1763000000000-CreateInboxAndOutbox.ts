import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of processed commands, which makes repeated commands return their first reply, and the outbox. */
export class CreateInboxAndOutbox1763000000000 implements MigrationInterface {
  readonly name = 'CreateInboxAndOutbox1763000000000';

  async up(queries: QueryRunner): Promise<void> {
    // json, not jsonb: replies and headers must keep their text.
    await queries.query(`
      create table inbox (
        command_id uuid primary key,
        fingerprint bytea not null,
        reply json,
        created_at timestamptz not null default now()
      )`);
    await queries.query('create index inbox_by_age on inbox (created_at)');
    // Rows live for milliseconds: without an eager vacuum, the relay would scan ever more dead rows.
    await queries.query(`
      create table outbox (
        id bigint generated always as identity primary key,
        topic text not null,
        key text,
        type text not null,
        value bytea,
        headers json not null
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table outbox');
    await queries.query('drop table inbox');
  }
}
