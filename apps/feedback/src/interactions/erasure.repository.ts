import { Injectable } from '@nestjs/common';
import { inTransaction, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';

/** A user of a project, and until when what the user said and was told is to go. */
export interface Erased {
  readonly projectId: string;
  readonly userId: string;
  readonly erasedAt: Date;
}

/** Completions of a project that are erased by their ids. */
export interface ErasedCompletions {
  readonly projectId: string;
  readonly completionIds: readonly string[];
  readonly erasedAt: Date;
}

/** The queries that find and delete what is to be forgotten, some rows at a time. */
@Injectable()
export class ErasureRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `service_unavailable` */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, work);
  }

  /** From now on nothing of it is taken that comes late; what was taken before is committed. */
  async note(tx: Transaction, { projectId, userId, erasedAt }: Erased): Promise<void> {
    // Waits for whoever asked who is erased and has not committed.
    await tx.query('lock table erased_users in exclusive mode');
    await tx.query(
      `insert into erased_users as known (project_id, user_id, erased_at) values ($1, $2, $3)
       on conflict (project_id, user_id) do update set erased_at = greatest(known.erased_at, excluded.erased_at)`,
      [projectId, userId, erasedAt],
    );
  }

  /** The same of completions that are erased by their ids. */
  async noteCompletions(tx: Transaction, { projectId, completionIds, erasedAt }: ErasedCompletions): Promise<void> {
    await tx.query('lock table erased_users in exclusive mode');
    await tx.query(
      `insert into erased_completions (completion_id, project_id, erased_at)
       select id, $2, $3 from unnest($1::uuid[]) as erased (id) on conflict do nothing`,
      [completionIds, projectId, erasedAt],
    );
  }

  /** Values about the completions, or about sessions that have no others: some ids with their metrics. */
  valuesAbout(
    tx: Transaction,
    { projectId, completionIds }: ErasedCompletions,
    limit: number,
  ): Promise<{ id: string; metric_id: string }[]> {
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
      [projectId, completionIds, limit],
    );
  }

  /** Comparisons of the completions: some ids with their metrics. */
  comparisonsOf(
    tx: Transaction,
    { projectId, completionIds }: ErasedCompletions,
    limit: number,
  ): Promise<{ id: string; metric_id: string }[]> {
    return tx.query(
      `select id, metric_id from comparisons
       where project_id = $1 and (preferred_id = any($2::uuid[]) or other_id = any($2::uuid[])) limit $3`,
      [projectId, completionIds, limit],
    );
  }

  async forgetCompletions(tx: Transaction, { projectId, completionIds }: ErasedCompletions): Promise<void> {
    await tx.query(
      `delete from completion_refs where completion_id in (
         select completion_id from completion_refs where project_id = $1 and completion_id = any($2::uuid[])
         order by completion_id for update)`,
      [projectId, completionIds],
    );
  }

  /** Values by the user, or about completions or sessions of the user: some ids with their metrics. */
  values(
    tx: Transaction,
    { projectId, userId, erasedAt }: Erased,
    limit: number,
  ): Promise<{ id: string; metric_id: string }[]> {
    return tx.query(
      `(select id, metric_id from feedback
        where project_id = $1 and user_id = $2 and created_at <= $3 limit $4)
       union
       (select feedback.id, feedback.metric_id from completion_refs refs
        join feedback on feedback.subject_id in (refs.completion_id, refs.session_id) and feedback.project_id = $1
        where refs.project_id = $1 and refs.user_id = $2 and coalesce(refs.stored_at, refs.created_at) <= $3 limit $4)`,
      [projectId, userId, erasedAt, limit],
    );
  }

  /** Comparisons by the user, or of completions of the user. */
  comparisons(
    tx: Transaction,
    { projectId, userId, erasedAt }: Erased,
    limit: number,
  ): Promise<{ id: string; metric_id: string }[]> {
    return tx.query(
      `(select id, metric_id from comparisons
        where project_id = $1 and user_id = $2 and created_at <= $3 limit $4)
       union
       (select comparisons.id, comparisons.metric_id from completion_refs refs
        join comparisons on refs.completion_id in (comparisons.preferred_id, comparisons.other_id)
        where refs.project_id = $1 and refs.user_id = $2 and coalesce(refs.stored_at, refs.created_at) <= $3 limit $4)`,
      [projectId, userId, erasedAt, limit],
    );
  }

  /** @returns how many completions are forgotten. */
  async forgetReferences(tx: Transaction, { projectId, userId, erasedAt }: Erased, limit: number): Promise<number> {
    const [, deleted]: [unknown, number] = await tx.query(
      `delete from completion_refs where completion_id in (
         select completion_id from completion_refs
         where project_id = $1 and user_id = $2 and coalesce(stored_at, created_at) <= $3
         -- In one order: the event and the command of one erasure come to two processes.
         order by completion_id limit $4 for update)`,
      [projectId, userId, erasedAt, limit],
    );
    return deleted;
  }
}
