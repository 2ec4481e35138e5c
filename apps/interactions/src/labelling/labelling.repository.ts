import { Injectable } from '@nestjs/common';
import type { LabelInteraction } from '@earshot/contracts-interactions';
import { insertRows, type Transaction } from '@earshot/persistence';
import { markLexemes } from '../rows/derived-columns.js';
import type { InteractionRow } from '../rows/interaction-row.js';
import { markColumns } from '../rows/interactions.repository.js';
import { marksOf } from '../rows/marks.js';

/** The queries of labels. */
@Injectable()
export class LabellingRepository {
  /** Replaces the labels of a stored interaction, and what filters and searches find by them. */
  async replace(tx: Transaction, { project_id, completion_id, labels }: LabelInteraction): Promise<void> {
    const [row]: Pick<InteractionRow, 'created_at' | 'record'>[] = await tx.query(
      'select created_at, record from interactions where completion_id = $1 and project_id = $2 for update',
      [completion_id, project_id],
    );
    if (row === undefined) return;
    const record = { ...row.record, labels };
    const [before, after] = [marksOf(row.record), marksOf(record)];
    const json = JSON.stringify(record);
    await tx.query(
      `update interactions set record = $3::json, bytes = $4,
         words = ts_delete(words, $5::text[]) || array_to_tsvector($6::text[])
       where completion_id = $1 and created_at = $2`,
      [completion_id, row.created_at, json, Buffer.byteLength(json), markLexemes(before), markLexemes(after)],
    );
    await tx.query('delete from interaction_marks where completion_id = $1 and created_at = $2', [
      completion_id,
      row.created_at,
    ]);
    const marks = after.map((mark) => ({ project_id, completion_id, created_at: row.created_at, mark }));
    await insertRows(tx, 'interaction_marks', markColumns, marks, 'on conflict do nothing');
  }
}
