import { Injectable } from '@nestjs/common';
import { inTransaction, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { deleteInteractions, type DoomedInteraction } from '../erasure/erasures.repository.js';

/** The queries of interactions that have expired. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Some interactions of a project that took place before a time, the oldest. */
  someBefore(projectId: string, before: Date, limit: number): Promise<DoomedInteraction[]> {
    return inTransaction(this.dataSource, (tx) =>
      tx.query(
        `select completion_id, created_at, json_build_object('conversation', record -> 'conversation',
           'answers', record -> 'answers', 'labels', record -> 'labels', 'tags', record -> 'tags') as record
         from interactions where project_id = $1 and created_at < $2 order by created_at, completion_id limit $3`,
        [projectId, before, limit],
      ),
    );
  }

  /** Deletes these, with what was said about them. @param also what else the transaction does. */
  async delete(
    projectId: string,
    doomed: readonly DoomedInteraction[],
    also: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      await deleteInteractions(tx, projectId, doomed);
      await also(tx);
    });
  }
}
