import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests and tokens of each key by day. */
export class CreateApiKeyUses1795900000000 implements MigrationInterface {
  readonly name = 'CreateApiKeyUses1795900000000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`create table api_key_uses (
      key_id uuid not null constraint api_key_uses_key_exists references api_keys (id) on delete cascade,
      day date not null,
      requests bigint not null,
      tokens bigint not null,
      primary key (key_id, day)
    )`);
    await queries.query('create index api_key_uses_by_age on api_key_uses (day)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table api_key_uses');
  }
}
