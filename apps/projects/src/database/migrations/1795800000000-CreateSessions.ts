import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sessions of browsers and sign-in links. */
export class CreateSessions1795800000000 implements MigrationInterface {
  readonly name = 'CreateSessions1795800000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`create table sessions (
      id uuid primary key,
      kind text not null,
      hash text not null constraint sessions_hash_in_use unique,
      key_id uuid constraint sessions_key_exists references api_keys (id) on delete cascade,
      key_hash text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null
    )`);
    await queries.query('create index sessions_of_key on sessions (key_id)');
    await queries.query('create index sessions_by_age on sessions (key_hash, kind, created_at, id)');
    await queries.query('create index sessions_by_expiry on sessions (expires_at)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table sessions');
  }
}
