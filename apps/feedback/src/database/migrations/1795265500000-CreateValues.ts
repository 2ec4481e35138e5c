import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of feedback and comparisons, of the completions that they are about, and of summaries. */
export class CreateValues1795265500000 implements MigrationInterface {
  readonly name = 'CreateValues1795265500000';

  async up(queries: QueryRunner): Promise<void> {
    for (const statement of [...references, ...values, ...comparisons, ...leftovers]) await queries.query(statement);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(
      `drop table completion_refs, erased_users, feedback, value_summaries, comparisons, comparison_summaries, removed_metrics`,
    );
  }
}

const references = [
  `create table completion_refs (
     completion_id uuid primary key,
     session_id uuid not null,
     project_id uuid not null,
     model_id uuid,
     model text not null,
     user_id uuid,
     prompt_hash text not null,
     ab_campaign text,
     created_at timestamptz(3) not null
   )`,
  'create index completion_refs_by_session on completion_refs (session_id, project_id, created_at, completion_id)',
  'create index completion_refs_by_user on completion_refs (project_id, user_id) where user_id is not null',
  // Events about a user's interactions may come after the word that the user is erased.
  `create table erased_users (
     project_id uuid not null,
     user_id uuid not null,
     erased_at timestamptz(3) not null,
     primary key (project_id, user_id)
   )`,
];

const values = [
  `create table feedback (
     id uuid primary key,
     project_id uuid not null,
     metric_id uuid not null,
     origin text not null,
     completion_id uuid,
     session_id uuid not null,
     subject_id uuid generated always as (coalesce(completion_id, session_id)) stored,
     model text not null,
     user_id uuid,
     value double precision not null,
     reason text,
     details text,
     created_at timestamptz(3) not null,
     is_current boolean not null,
     day date not null,
     bucket integer not null
   )`,
  'create index feedback_by_age on feedback (project_id, created_at, id)',
  'create index feedback_by_metric on feedback (metric_id, created_at, id)',
  'create index feedback_by_subject on feedback (subject_id, created_at, id)',
  'create index feedback_by_session on feedback (session_id, created_at, id)',
  'create index feedback_by_user on feedback (project_id, user_id, created_at, id) where user_id is not null',
  // One value of a user counts; it also leads to the one that a later value takes the place of.
  `create unique index feedback_counts_once on feedback (subject_id, metric_id, user_id)
     where is_current and user_id is not null`,
  // Leads to the least and the greatest value of a cell of the summaries, and to the values of a part of a day.
  'create index feedback_by_cell on feedback (metric_id, day, model, bucket, value) where is_current',
  // numeric: sums are exact, so what is taken away again leaves nothing behind.
  `create table value_summaries (
     metric_id uuid not null,
     day date not null,
     model text not null,
     bucket integer not null,
     count bigint not null,
     sum numeric not null,
     sum_of_squares numeric not null,
     min double precision,
     max double precision,
     primary key (metric_id, day, model, bucket)
   ) with (fillfactor = 50)`,
];

const comparisons = [
  `create table comparisons (
     id uuid primary key,
     project_id uuid not null,
     metric_id uuid not null,
     preferred_id uuid not null,
     preferred_session_id uuid not null,
     preferred_model text not null,
     other_id uuid not null,
     other_session_id uuid not null,
     other_model text not null,
     tied text,
     user_id uuid,
     created_at timestamptz(3) not null
   )`,
  'create index comparisons_by_age on comparisons (project_id, created_at, id)',
  'create index comparisons_by_metric on comparisons (metric_id, created_at, id)',
  'create index comparisons_by_preferred on comparisons (preferred_id)',
  'create index comparisons_by_other on comparisons (other_id)',
  'create index comparisons_by_preferred_session on comparisons (preferred_session_id)',
  'create index comparisons_by_other_session on comparisons (other_session_id)',
  'create index comparisons_by_user on comparisons (project_id, user_id, created_at, id) where user_id is not null',
  // The model '*' stands for all together.
  `create table comparison_summaries (
     metric_id uuid not null,
     day date not null,
     model text not null,
     wins bigint not null,
     losses bigint not null,
     ties bigint not null,
     primary key (metric_id, day, model)
   ) with (fillfactor = 50)`,
];

/** Metrics that are gone, while there are still rows under them. */
const leftovers = ['create table removed_metrics (id uuid primary key, removed_at timestamptz not null default now())'];
