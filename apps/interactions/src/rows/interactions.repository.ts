import { Injectable } from '@nestjs/common';
import { columnLists, insertRows, rowsOf, write, type Transaction } from '@earshot/persistence';
import { derivedOf, figureColumns, searchColumns, wordsOf } from './derived-columns.js';
import type { FeedbackRow, InteractionRow, PreferenceRow } from './interaction-row.js';
import { hasMarks, marksOf } from './marks.js';

const interactionColumns = {
  completion_id: 'uuid',
  created_at: 'timestamptz',
  project_id: 'uuid',
  session_id: 'uuid',
  user_id: 'uuid',
  model_id: 'uuid',
  model: 'text',
  source: 'text',
  ab_campaign: 'text',
  finish_reason: 'text',
  attempt: 'smallint',
  bytes: 'integer',
  record: 'json',
  ...figureColumns,
};

const given = { ...interactionColumns, ...searchColumns };
const names = Object.keys(interactionColumns).join(', ');

const insertion = `insert into interactions (${names}, words) select ${names}, ${wordsOf('given')} from ${rowsOf(given)}
   on conflict (completion_id, created_at) do update set model_id = excluded.model_id, model = excluded.model,
     finish_reason = excluded.finish_reason, attempt = excluded.attempt, bytes = excluded.bytes, record = excluded.record,
     words = excluded.words, ${Object.keys(figureColumns)
       .map((name) => `${name} = excluded.${name}`)
       .join(', ')}
   where (excluded.attempt, excluded.finish_reason <> 'cancelled')
     > (interactions.attempt, interactions.finish_reason <> 'cancelled')`;

const feedbackColumns = {
  id: 'uuid',
  project_id: 'uuid',
  completion_id: 'uuid',
  completion_created_at: 'timestamptz',
  metric_id: 'uuid',
  metric: 'text',
  value: 'double precision',
  is_bool: 'boolean',
  user_id: 'uuid',
  reason: 'text',
  details: 'text',
  created_at: 'timestamptz',
};

const preferenceColumns = {
  id: 'uuid',
  project_id: 'uuid',
  metric_id: 'uuid',
  preferred_id: 'uuid',
  other_id: 'uuid',
  user_id: 'uuid',
  created_at: 'timestamptz',
};

/** Columns of `interaction_marks`. */
export const markColumns = { project_id: 'uuid', mark: 'uuid', created_at: 'timestamptz', completion_id: 'uuid' };

/** Writes interactions with their feedback and preferences. */
@Injectable()
export class InteractionsRepository {
  /**
   * Inserts rows, or replaces rows that they win over. Their partitions have to exist.
   *
   * @returns by completion id when each was first written, RFC 3339.
   */
  async insert(tx: Transaction, all: readonly InteractionRow[]): Promise<Map<string, string>> {
    if (all.length === 0) return new Map();
    const rows = winningRows(all);
    const inserted: { completion_id: string; stored_at: Date }[] = await tx.query(
      `${insertion} returning completion_id, stored_at`,
      statementParametersOf(rows),
    );
    const written = new Map(inserted.map(({ completion_id, stored_at }) => [completion_id, stored_at.toISOString()]));
    const marks = rows
      .filter(({ completion_id }) => written.has(completion_id.toLowerCase()))
      .flatMap((row) => marksOf(row.record).map((mark) => ({ ...row, mark })));
    await insertRows(tx, 'interaction_marks', markColumns, marks, 'on conflict do nothing');
    return written;
  }

  /** Inserts like {@link insert}, and waits for the result only where the rows have labels or tags. */
  async record(tx: Transaction, rows: readonly InteractionRow[]): Promise<void> {
    if (rows.some(({ record }) => hasMarks(record))) await this.insert(tx, rows);
    else if (rows.length > 0) await write(tx, insertion, statementParametersOf(winningRows(rows)));
  }

  /** Inserts rows that are not there yet. */
  async insertFeedback(tx: Transaction, rows: readonly FeedbackRow[]): Promise<void> {
    const values = rows.map((row) => ({
      completion_created_at: null,
      ...row,
      value: Number(row.value),
      is_bool: typeof row.value === 'boolean',
    }));
    await insertRows(tx, 'feedback_values', feedbackColumns, values, 'on conflict (id) do nothing');
  }

  /** Inserts rows that are not there yet. */
  async insertPreferences(tx: Transaction, rows: readonly PreferenceRow[]): Promise<void> {
    await insertRows(tx, 'preferences', preferenceColumns, rows, 'on conflict (id) do nothing');
  }
}

function statementParametersOf(rows: readonly InteractionRow[]): unknown[][] {
  const values = rows.map((row) => {
    const record = JSON.stringify(row.record);
    return { ...row, bytes: Buffer.byteLength(record), record, ...derivedOf(row) };
  });
  return columnLists(given, values);
}

/**
 * Returns one row for each completion. A request that two workers received can have two records: the later attempt
 * wins, whose answer the caller got; within one attempt the record that was not cancelled.
 */
function winningRows(rows: readonly InteractionRow[]): InteractionRow[] {
  const latestRows = new Map<string, InteractionRow>();
  for (const row of rows) {
    const name = `${row.completion_id.toLowerCase()} ${Date.parse(row.created_at)}`;
    const other = latestRows.get(name);
    if (other === undefined || rankOf(row) > rankOf(other)) latestRows.set(name, row);
  }
  return [...latestRows.values()];
}

function rankOf({ attempt, finish_reason }: InteractionRow): number {
  return attempt * 2 + (finish_reason === 'cancelled' ? 0 : 1);
}
