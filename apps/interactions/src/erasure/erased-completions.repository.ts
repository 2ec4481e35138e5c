import { Injectable } from '@nestjs/common';
import type { ErasedInteraction } from '@earshot/contracts-interactions';
import { inTransaction, write, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { deleteInteractions, erasableColumns, type ErasableInteraction } from './erasures.repository.js';

/** Rows of completions that were erased before the rows were stored. */
export interface ErasedAgain extends ErasedInteraction {
  readonly project_id: string;
  readonly erasable: readonly ErasableInteraction[];
}

/** The queries of interactions that are erased by id. */
@Injectable()
export class ErasedCompletionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A completion and the other choices of its answer (same prompt, session and time); none where it does not exist. */
  answer(projectId: string, completionId: string): Promise<ErasableInteraction[]> {
    return inTransaction(this.dataSource, (tx) =>
      tx.query(
        `select ${erasableColumns('i')}
         from interactions one join interactions i on i.project_id = one.project_id and i.session_id = one.session_id
           and i.created_at = one.created_at and i.record ->> 'prompt_hash' = one.record ->> 'prompt_hash'
         where one.completion_id = $2 and one.project_id = $1`,
        [projectId, completionId],
      ),
    );
  }

  /** The given completions that exist. */
  existing(projectId: string, completionIds: readonly string[]): Promise<ErasableInteraction[]> {
    return inTransaction(this.dataSource, (tx) =>
      tx.query(
        `select ${erasableColumns('interactions')}
         from interactions where project_id = $1 and completion_id = any($2::uuid[])`,
        [projectId, completionIds],
      ),
    );
  }

  /** Repeats an erasure that restored tables lack. */
  async eraseAgain(tx: Transaction, { project_id, completion_ids, erased_at, erasable }: ErasedAgain): Promise<void> {
    await tx.query('lock table erased_completions in exclusive mode');
    await tx.query(
      `insert into erased_completions (completion_id, project_id, answer, erased_at)
       select id, $2, $1, $3 from unnest($1::uuid[]) as erased (id) on conflict do nothing`,
      [completion_ids, project_id, erased_at],
    );
    if (erasable.length > 0) await deleteInteractions(tx, project_id, erasable);
  }

  /** Deletes interactions and stores their ids, so that late events do not bring them back. @returns when, RFC 3339. */
  async erase(tx: Transaction, projectId: string, erasable: readonly ErasableInteraction[]): Promise<string> {
    // Waits for open transactions that called among. All choices get one time, which later commands return.
    await tx.query('lock table erased_completions in exclusive mode');
    const [row]: { erased_at: Date }[] = await tx.query(
      `with clock as materialized (select clock_timestamp() as at)
       insert into erased_completions (completion_id, project_id, answer, erased_at)
       select id, $2, $1, at from unnest($1::uuid[]) as erased (id), clock
       on conflict (completion_id) do update set erased_at = excluded.erased_at returning erased_at`,
      [erasable.map(({ completion_id }) => completion_id), projectId],
    );
    await deleteInteractions(tx, projectId, erasable);
    return (row as { erased_at: Date }).erased_at.toISOString();
  }

  /** The result of an earlier erasure; undefined where the completion was not erased. */
  async erased(tx: Transaction, projectId: string, completionId: string): Promise<ErasedInteraction | undefined> {
    const [row]: { answer: string[]; erased_at: Date }[] = await tx.query(
      'select answer, erased_at from erased_completions where completion_id = $1 and project_id = $2',
      [completionId, projectId],
    );
    return row && { completion_ids: row.answer, erased_at: row.erased_at.toISOString() };
  }

  /** The erased ones among completions. A later erasure waits for the end of the transaction, then finds its rows. */
  async among(tx: Transaction, completionIds: readonly string[]): Promise<Set<string>> {
    if (completionIds.length === 0) return new Set();
    await write(tx, 'lock table erased_completions in row share mode', []);
    const rows: { completion_id: string }[] = await tx.query(
      'select completion_id from erased_completions where completion_id = any($1::uuid[])',
      [completionIds],
    );
    return new Set(rows.map(({ completion_id }) => completion_id));
  }
}
