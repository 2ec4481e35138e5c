import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Prompts that review queues have answered again: one row for each, with the ids of both answers. */
export class CreateReviewReplays1796200000000 implements MigrationInterface {
  readonly name = 'CreateReviewReplays1796200000000';

  async up(queries: QueryRunner): Promise<void> {
    for (const statement of statements) await queries.query(statement);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table review_replays');
  }
}

const statements = [
  `create table review_replays (
     queue_id uuid not null references review_queues (id) on delete cascade,
     model_id uuid not null,
     prompt_hash text not null,
     completion_id uuid not null,
     replay_id uuid not null,
     status text not null default 'pending',
     tries integer not null default 0,
     asked_at timestamptz(3),
     claimed_until timestamptz(3),
     due_at timestamptz(3) not null,
     error text,
     updated_at timestamptz(3) not null,
     primary key (queue_id, model_id, prompt_hash)
   )`,
  `create index review_replays_due on review_replays (due_at) where status = 'pending'`,
  'create index review_replays_by_completion on review_replays (completion_id)',
  'create index review_replays_by_replay on review_replays (replay_id)',
];
