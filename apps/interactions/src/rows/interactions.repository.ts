import { Injectable } from '@nestjs/common';
import { write, type Transaction } from '@earshot/persistence';
import type { FeedbackRow, InteractionRow, PreferenceRow } from './interaction-row.js';
import { hasMarks, marksOf } from './marks.js';
import { whatHolds } from './what-holds.js';

const insertion = `insert into interactions (completion_id, created_at, project_id, session_id, user_id, model_id, model, source,
         ab_campaign, finish_reason, attempt, bytes, record)
       select * from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[],
         $8::text[], $9::text[], $10::text[], $11::smallint[], $12::integer[], $13::json[])
       on conflict (completion_id, created_at) do update set model_id = excluded.model_id, model = excluded.model,
         finish_reason = excluded.finish_reason, attempt = excluded.attempt, bytes = excluded.bytes, record = excluded.record
       where (excluded.attempt, excluded.finish_reason <> 'cancelled')
         > (interactions.attempt, interactions.finish_reason <> 'cancelled')`;

/** Writes interactions and what was said about them. */
@Injectable()
export class InteractionsRepository {
  /**
   * Writes those that are not there yet, or hold better than what is there; their partitions have to be.
   *
   * @returns when they were first written, RFC 3339, by the ids of their completions.
   */
  async insert(tx: Transaction, given: readonly InteractionRow[]): Promise<Map<string, string>> {
    if (given.length === 0) return new Map();
    const rows = whatHolds(given);
    const inserted: { completion_id: string; stored_at: Date }[] = await tx.query(
      `${insertion} returning completion_id, stored_at`,
      columnsOf(rows),
    );
    const written = new Map(inserted.map(({ completion_id, stored_at }) => [completion_id, stored_at.toISOString()]));
    await this.#insertMarks(
      tx,
      rows.filter(({ completionId }) => written.has(completionId.toLowerCase())),
    );
    return written;
  }

  /** Writes as {@link insert} does, and waits for it only where that says what else there is to write. */
  async record(tx: Transaction, given: readonly InteractionRow[]): Promise<void> {
    if (given.some(({ record }) => hasMarks(record))) await this.insert(tx, given);
    else if (given.length > 0) await write(tx, insertion, columnsOf(whatHolds(given)));
  }

  /** Writes those that are not there yet. */
  async insertFeedback(tx: Transaction, rows: readonly FeedbackRow[]): Promise<void> {
    if (rows.length === 0) return;
    await write(
      tx,
      `insert into feedback_values (id, project_id, completion_id, completion_created_at, metric_id, metric, value,
         is_bool, user_id, reason, details, created_at)
       select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::text[],
         $7::double precision[], $8::boolean[], $9::uuid[], $10::text[], $11::text[], $12::timestamptz[])
       on conflict (id) do nothing`,
      [
        rows.map(({ id }) => id),
        rows.map(({ projectId }) => projectId),
        rows.map(({ completionId }) => completionId),
        rows.map(({ completionCreatedAt }) => completionCreatedAt),
        rows.map(({ metricId }) => metricId),
        rows.map(({ metric }) => metric),
        rows.map(({ value }) => Number(value)),
        rows.map(({ value }) => typeof value === 'boolean'),
        rows.map(({ userId }) => userId),
        rows.map(({ reason }) => reason),
        rows.map(({ details }) => details),
        rows.map(({ createdAt }) => createdAt),
      ],
    );
  }

  /** Writes those that are not there yet. */
  async insertPreferences(tx: Transaction, rows: readonly PreferenceRow[]): Promise<void> {
    if (rows.length === 0) return;
    await write(
      tx,
      `insert into preferences (id, project_id, metric_id, preferred_id, other_id, user_id, created_at)
       select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::timestamptz[])
       on conflict (id) do nothing`,
      [
        rows.map(({ id }) => id),
        rows.map(({ projectId }) => projectId),
        rows.map(({ metricId }) => metricId),
        rows.map(({ preferredId }) => preferredId),
        rows.map(({ otherId }) => otherId),
        rows.map(({ userId }) => userId),
        rows.map(({ createdAt }) => createdAt),
      ],
    );
  }

  async #insertMarks(tx: Transaction, rows: readonly InteractionRow[]): Promise<void> {
    const marks = rows.flatMap((row) => marksOf(row.record).map((mark) => ({ mark, row })));
    if (marks.length === 0) return;
    await write(
      tx,
      `insert into interaction_marks (project_id, mark, created_at, completion_id)
       select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::uuid[]) on conflict do nothing`,
      [
        marks.map(({ row }) => row.projectId),
        marks.map(({ mark }) => mark),
        marks.map(({ row }) => row.createdAt),
        marks.map(({ row }) => row.completionId),
      ],
    );
  }
}

function columnsOf(rows: readonly InteractionRow[]): unknown[][] {
  const records = rows.map(({ record }) => JSON.stringify(record));
  return [
    rows.map(({ completionId }) => completionId),
    rows.map(({ createdAt }) => createdAt),
    rows.map(({ projectId }) => projectId),
    rows.map(({ sessionId }) => sessionId),
    rows.map(({ userId }) => userId),
    rows.map(({ modelId }) => modelId),
    rows.map(({ model }) => model),
    rows.map(({ source }) => source),
    rows.map(({ abCampaign }) => abCampaign),
    rows.map(({ finishReason }) => finishReason),
    rows.map(({ attempt }) => attempt),
    records.map((record) => Buffer.byteLength(record)),
    records,
  ];
}
