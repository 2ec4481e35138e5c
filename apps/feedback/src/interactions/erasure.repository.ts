import { Injectable } from '@nestjs/common';
import type { InteractionErased } from '@earshot/contracts-interactions';
import { inTransaction, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import type { FeedbackEntity } from '../database/entities/feedback.entity.js';

/** An erased user of a project. */
export interface ErasedUser {
  readonly project_id: string;
  readonly user_id: string;
  /** Rows up to this time are erased. */
  readonly erased_at: string;
}

/** Feedback or a comparison to delete. */
export type ErasedRow = Pick<FeedbackEntity, 'id' | 'metric_id'>;

/** The queries that find and delete erased rows, in batches. */
@Injectable()
export class ErasureRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `service_unavailable` */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, work);
  }

  /** Marks a user as erased: later rows are rejected, earlier ones are committed. */
  async markUser(tx: Transaction, { project_id, user_id, erased_at }: ErasedUser): Promise<void> {
    // Waits for transactions that have read this table.
    await tx.query('lock table erased_users in exclusive mode');
    await tx.query(
      `insert into erased_users as known (project_id, user_id, erased_at) values ($1, $2, $3)
       on conflict (project_id, user_id) do update set erased_at = greatest(known.erased_at, excluded.erased_at)`,
      [project_id, user_id, erased_at],
    );
  }

  /** Marks completions as erased; see {@link markUser}. */
  async markCompletions(tx: Transaction, { project_id, completion_ids, erased_at }: InteractionErased): Promise<void> {
    await tx.query('lock table erased_users in exclusive mode');
    await tx.query(
      `insert into erased_completions (completion_id, project_id, erased_at)
       select id, $2, $3 from unnest($1::uuid[]) as erased (id) on conflict do nothing`,
      [completion_ids, project_id, erased_at],
    );
  }

  /** A batch of feedback about the completions, and of outcomes of sessions without other completions. */
  feedbackAbout(
    tx: Transaction,
    { project_id, completion_ids }: InteractionErased,
    limit: number,
  ): Promise<ErasedRow[]> {
    return tx.query(
      `(select id, metric_id from feedback where completion_id is not null and subject_id = any($2::uuid[])
          and project_id = $1 limit $3)
       union
       (select feedback.id, feedback.metric_id from completion_refs refs
        join feedback on feedback.subject_id = refs.session_id and feedback.project_id = $1
        where refs.project_id = $1 and refs.completion_id = any($2::uuid[]) and not exists (
          select from completion_refs others where others.session_id = refs.session_id
            and others.project_id = $1 and others.completion_id <> all($2::uuid[]))
        limit $3)`,
      [project_id, completion_ids, limit],
    );
  }

  /** A batch of comparisons of the completions. */
  comparisonsOf(
    tx: Transaction,
    { project_id, completion_ids }: InteractionErased,
    limit: number,
  ): Promise<ErasedRow[]> {
    return tx.query(
      `select id, metric_id from comparisons
       where project_id = $1 and (preferred_id = any($2::uuid[]) or other_id = any($2::uuid[])) limit $3`,
      [project_id, completion_ids, limit],
    );
  }

  /** Deletes the references to the completions. */
  async deleteReferences(tx: Transaction, { project_id, completion_ids }: InteractionErased): Promise<void> {
    await tx.query(
      `delete from completion_refs where completion_id in (
         select completion_id from completion_refs where project_id = $1 and completion_id = any($2::uuid[])
         order by completion_id for update)`,
      [project_id, completion_ids],
    );
  }

  /** A batch of feedback by the user, or about completions or sessions of the user. */
  feedbackOfUser(tx: Transaction, { project_id, user_id, erased_at }: ErasedUser, limit: number): Promise<ErasedRow[]> {
    return tx.query(
      `(select id, metric_id from feedback
        where project_id = $1 and user_id = $2 and created_at <= $3 limit $4)
       union
       (select feedback.id, feedback.metric_id from completion_refs refs
        join feedback on feedback.subject_id in (refs.completion_id, refs.session_id) and feedback.project_id = $1
        where refs.project_id = $1 and refs.user_id = $2 and coalesce(refs.stored_at, refs.created_at) <= $3 limit $4)`,
      [project_id, user_id, erased_at, limit],
    );
  }

  /** A batch of comparisons by the user, or of completions of the user. */
  comparisonsOfUser(
    tx: Transaction,
    { project_id, user_id, erased_at }: ErasedUser,
    limit: number,
  ): Promise<ErasedRow[]> {
    return tx.query(
      `(select id, metric_id from comparisons
        where project_id = $1 and user_id = $2 and created_at <= $3 limit $4)
       union
       (select comparisons.id, comparisons.metric_id from completion_refs refs
        join comparisons on refs.completion_id in (comparisons.preferred_id, comparisons.other_id)
        where refs.project_id = $1 and refs.user_id = $2 and coalesce(refs.stored_at, refs.created_at) <= $3 limit $4)`,
      [project_id, user_id, erased_at, limit],
    );
  }

  /** Deletes a batch of references to completions of the user. @returns their number. */
  async deleteReferencesOfUser(
    tx: Transaction,
    { project_id, user_id, erased_at }: ErasedUser,
    limit: number,
  ): Promise<number> {
    const [, deleted]: [unknown, number] = await tx.query(
      `delete from completion_refs where completion_id in (
         select completion_id from completion_refs
         where project_id = $1 and user_id = $2 and coalesce(stored_at, created_at) <= $3
         -- One order prevents deadlocks: event and command of one erasure run in two processes.
         order by completion_id limit $4 for update)`,
      [project_id, user_id, erased_at, limit],
    );
    return deleted;
  }
}
