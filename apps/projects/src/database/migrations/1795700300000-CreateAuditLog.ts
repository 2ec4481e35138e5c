import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit log. The service's role can neither change its rows nor remove those of the last 90 days. */
export class CreateAuditLog1795700300000 implements MigrationInterface {
  readonly name = 'CreateAuditLog1795700300000';

  async up(queries: QueryRunner): Promise<void> {
    // Text and not jsonb: what was written is kept to the letter.
    await queries.query(`create table audit_log (
      id uuid primary key,
      created_at timestamptz(3) not null,
      request_id text not null,
      actor json,
      key_id uuid,
      project_id uuid,
      resource text not null,
      resource_id text not null,
      action text not null,
      before json,
      after json
    )`);
    await queries.query('create index audit_log_by_age on audit_log (created_at, id)');
    await queries.query('create index audit_log_of_project on audit_log (project_id, created_at, id)');
    await queries.query('create index audit_log_of_key on audit_log (key_id, created_at, id)');
    await queries.query(`create function keep_audit_log() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and old.created_at < now() - interval '90 days' then return old; end if;
        raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
      end $$`);
    await queries.query(`create trigger keep_audit_log before update or delete on audit_log
      for each row execute function keep_audit_log()`);
    await queries.query(`create trigger keep_audit_log_whole before truncate on audit_log
      for each statement execute function keep_audit_log()`);
    await queries.query('revoke update, truncate on audit_log from current_user, public');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table audit_log');
    await queries.query('drop function keep_audit_log()');
  }
}
