import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Review queues with their items, leases and reviews, and the ids of removed feedback and comparisons. What is deleted
 * takes its dependents along.
 */
export class CreateReviewQueues1795960000000 implements MigrationInterface {
  readonly name = 'CreateReviewQueues1795960000000';

  async up(queries: QueryRunner): Promise<void> {
    for (const statement of [...queues, ...items, ...leases, ...reviews, removed]) await queries.query(statement);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('drop table reviews, review_leases, review_items, review_queues, removed_records');
  }
}

const queues = [
  `create table review_queues (
     id uuid constraint review_queues_id_taken primary key,
     project_id uuid not null,
     key text not null,
     name text not null,
     kind text not null,
     metric_id uuid not null references metrics (id) on delete cascade,
     source jsonb,
     reviews_per_item integer not null,
     lease_seconds integer not null,
     fill_cursor text,
     fill_after timestamptz(3),
     created_at timestamptz(3) not null,
     updated_at timestamptz(3) not null,
     constraint review_queues_key_taken unique (project_id, key)
   )`,
  'create index review_queues_by_age on review_queues (project_id, created_at, id)',
  'create index review_queues_by_metric on review_queues (metric_id)',
  'create index review_queues_to_fill on review_queues (fill_after) where source is not null',
];

// The ids of a pair are in ascending order.
const items = [
  `create table review_items (
     id uuid primary key,
     queue_id uuid not null references review_queues (id) on delete cascade,
     first_id uuid not null,
     second_id uuid,
     status text not null default 'waiting',
     review_count integer not null default 0,
     created_at timestamptz(3) not null
   )`,
  'create unique index review_items_once on review_items (queue_id, first_id, coalesce(second_id, first_id))',
  'create index review_items_by_age on review_items (queue_id, created_at, id)',
  'create index review_items_by_status on review_items (queue_id, status, created_at, id)',
  'create index review_items_by_first on review_items (first_id)',
  'create index review_items_by_second on review_items (second_id) where second_id is not null',
];

const leases = [
  `create table review_leases (
     id uuid primary key,
     item_id uuid not null references review_items (id) on delete cascade,
     queue_id uuid not null,
     reviewer text not null,
     left_id uuid not null,
     right_id uuid,
     expires_at timestamptz(3) not null
   )`,
  'create index review_leases_by_item on review_leases (item_id, expires_at)',
  'create index review_leases_by_reviewer on review_leases (queue_id, reviewer, expires_at)',
];

// A review has the id of its comparison or feedback.
const reviews = [
  `create table reviews (
     id uuid primary key,
     item_id uuid not null references review_items (id) on delete cascade,
     queue_id uuid not null,
     lease_id uuid not null,
     reviewer text not null,
     request_hash text not null,
     comparison_id uuid,
     feedback_id uuid,
     created_at timestamptz(3) not null,
     constraint reviews_once unique (item_id, reviewer)
   )`,
  'create unique index reviews_by_lease on reviews (lease_id)',
  'create index reviews_by_age on reviews (queue_id, created_at, id)',
  'create index reviews_by_comparison on reviews (comparison_id) where comparison_id is not null',
  'create index reviews_by_feedback on reviews (feedback_id) where feedback_id is not null',
];

/** Keeps a repeated import, and the reconciliation check, from missing removed feedback. */
const removed = `create table removed_records (
     id uuid primary key,
     project_id uuid not null,
     removed_at timestamptz(3) not null default now()
   )`;
