import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates interactions (partitioned by month), their search terms, their feedback, and erased users. */
export class CreateInteractions1795265183929 implements MigrationInterface {
  readonly name = 'CreateInteractions1795265183929';

  async up(queries: QueryRunner): Promise<void> {
    await createInteractions(queries);
    await createFeedback(queries);
    await createErasures(queries);
  }

  async down(queries: QueryRunner): Promise<void> {
    for (const table of ['erasures', 'feedback_values', 'interaction_marks', 'interactions']) {
      await queries.query(`drop table ${table}`);
    }
  }
}

async function createInteractions(queries: QueryRunner): Promise<void> {
  // json, not jsonb: nothing looks into it but its readers, and what callers sent stays as it was.
  await queries.query(`
      create table interactions (
        completion_id uuid not null,
        created_at timestamptz(3) not null,
        project_id uuid not null,
        session_id uuid not null,
        user_id uuid,
        model_id uuid,
        model text,
        source text not null,
        ab_campaign text,
        finish_reason text,
        stored_at timestamptz(3) not null default now(),
        bytes integer not null,
        record json not null,
        constraint interactions_once primary key (completion_id, created_at)
      ) partition by range (created_at)`);
  const ordered = '(project_id, %, created_at, completion_id)';
  const index = (name: string, column: string, where = '') =>
    queries.query(`create index ${name} on interactions ${ordered.replace('%', column)} ${where}`);
  await queries.query('create index interactions_by_age on interactions (project_id, created_at, completion_id)');
  await index('interactions_by_session', 'session_id');
  await index('interactions_by_user', 'user_id', 'where user_id is not null');
  await index('interactions_by_model', 'model_id', 'where model_id is not null');
  await index('interactions_by_campaign', 'ab_campaign', 'where ab_campaign is not null');
  // By the usual end nearly all are found anyway.
  await index('interactions_by_end', 'finish_reason', "where finish_reason <> 'stop'");
  // Labels and tags by their hashes: a list in order whichever of them is asked for, and however rare it is.
  await queries.query(`
      create table interaction_marks (
        project_id uuid not null,
        mark uuid not null,
        created_at timestamptz(3) not null,
        completion_id uuid not null,
        primary key (project_id, mark, created_at, completion_id)
      ) partition by range (created_at)`);
}

async function createFeedback(queries: QueryRunner): Promise<void> {
  await queries.query(`
      create table feedback_values (
        id uuid primary key,
        project_id uuid not null,
        completion_id uuid not null,
        completion_created_at timestamptz(3),
        metric_id uuid not null,
        metric text not null,
        value double precision not null,
        is_bool boolean not null,
        user_id uuid,
        reason text,
        details text,
        created_at timestamptz(3) not null,
        stored_at timestamptz(3) not null default now()
      )`);
  await queries.query('create index feedback_by_completion on feedback_values (completion_id, created_at, id)');
  await queries.query(`
      create index feedback_by_metric on feedback_values
        (project_id, metric_id, completion_created_at, completion_id) include (value)`);
  await queries.query(
    'create index feedback_by_user on feedback_values (project_id, user_id) where user_id is not null',
  );
}

async function createErasures(queries: QueryRunner): Promise<void> {
  await queries.query(`
      create table erasures (
        project_id uuid not null,
        user_id uuid not null,
        erased_at timestamptz(3) not null,
        pending boolean not null,
        primary key (project_id, user_id)
      )`);
  await queries.query('create index erasures_pending on erasures (erased_at) where pending');
}
