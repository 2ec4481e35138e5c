import { Injectable } from '@nestjs/common';
import type { ErasedInteraction } from '@earshot/contracts-interactions';
import { inTransaction, write, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { deleteInteractions, doomedColumns, type DoomedInteraction } from './erasures.repository.js';

/** Completions that were erased, and what there is of them all the same. */
export interface ErasedAgain extends ErasedInteraction {
  readonly project_id: string;
  readonly doomed: readonly DoomedInteraction[];
}

/** Interactions that are erased by their ids. */
@Injectable()
export class ErasedCompletionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The completion with the other choices of its answer: of one prompt, in one session, at one time. None where it is not there. */
  answer(projectId: string, completionId: string): Promise<DoomedInteraction[]> {
    return inTransaction(this.dataSource, (tx) =>
      tx.query(
        `select ${doomedColumns('i')}
         from interactions one join interactions i on i.project_id = one.project_id and i.session_id = one.session_id
           and i.created_at = one.created_at and i.record ->> 'prompt_hash' = one.record ->> 'prompt_hash'
         where one.completion_id = $2 and one.project_id = $1`,
        [projectId, completionId],
      ),
    );
  }

  /** Those of these completions that are there. */
  existing(projectId: string, completionIds: readonly string[]): Promise<DoomedInteraction[]> {
    return inTransaction(this.dataSource, (tx) =>
      tx.query(
        `select ${doomedColumns('interactions')}
         from interactions where project_id = $1 and completion_id = any($2::uuid[])`,
        [projectId, completionIds],
      ),
    );
  }

  /** Does what was done before, where the tables do not have it. */
  async eraseAgain(tx: Transaction, { project_id, completion_ids, erased_at, doomed }: ErasedAgain): Promise<void> {
    await tx.query('lock table erased_completions in exclusive mode');
    await tx.query(
      `insert into erased_completions (completion_id, project_id, answer, erased_at)
       select id, $2, $1, $3 from unnest($1::uuid[]) as erased (id) on conflict do nothing`,
      [completion_ids, project_id, erased_at],
    );
    if (doomed.length > 0) await deleteInteractions(tx, project_id, doomed);
  }

  /** Deletes these, and notes that they are not to come back. @returns when, RFC 3339. */
  async erase(tx: Transaction, projectId: string, doomed: readonly DoomedInteraction[]): Promise<string> {
    // Waits for whoever asked what is erased and has not committed. One time for all: each of them is answered with it later.
    await tx.query('lock table erased_completions in exclusive mode');
    const [row]: { erased_at: Date }[] = await tx.query(
      `with clock as materialized (select clock_timestamp() as at)
       insert into erased_completions (completion_id, project_id, answer, erased_at)
       select id, $2, $1, at from unnest($1::uuid[]) as erased (id), clock
       on conflict (completion_id) do update set erased_at = excluded.erased_at returning erased_at`,
      [doomed.map(({ completion_id }) => completion_id), projectId],
    );
    await deleteInteractions(tx, projectId, doomed);
    return (row as { erased_at: Date }).erased_at.toISOString();
  }

  /** What became of a completion that is erased; undefined for another. */
  async erased(tx: Transaction, projectId: string, completionId: string): Promise<ErasedInteraction | undefined> {
    const [row]: { answer: string[]; erased_at: Date }[] = await tx.query(
      'select answer, erased_at from erased_completions where completion_id = $1 and project_id = $2',
      [completionId, projectId],
    );
    return row && { completion_ids: row.answer, erased_at: row.erased_at.toISOString() };
  }

  /** Which of these are erased. It holds to the end of the transaction: an erasure waits for that, and then finds what it wrote. */
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
