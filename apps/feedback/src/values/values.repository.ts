import { Injectable } from '@nestjs/common';
import { readPage, write, type PageRequest, type RowPage, type Transaction } from '@earshot/persistence';
import { ValueEntity } from '../database/entities/value.entity.js';
import { bucketOf } from './bucket.js';
import { dayOf, type CellChange, type NewValue, type RivalValue } from './value.js';

/** Which values a list is to have. */
export interface ValueFilter {
  readonly projectId: string;
  /** Of sessions, or of completions. */
  readonly outcomes: boolean;
  readonly metricId: string | null;
  readonly completionId: string | null;
  readonly sessionId: string | null;
  readonly userId: string | null;
}

interface Row {
  id: string;
  metric_id: string;
  completion_id: string | null;
  session_id: string;
  model: string;
  model_id: string | null;
  campaign_id: string | null;
  user_id: string | null;
  value: number;
  created_at: Date;
}

const columns = 'id, metric_id, completion_id, session_id, model, model_id, campaign_id, user_id, value, created_at';

/** The queries of values. Whoever writes values holds the locks of their metrics. */
@Injectable()
export class ValuesRepository {
  /** Which of these are recorded already. */
  async known(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
    const rows: { id: string }[] = await tx.query('select id from feedback where id = any($1::uuid[])', [ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** The values that count of the users who have one of these. */
  async counted(tx: Transaction, values: readonly NewValue[]): Promise<RivalValue[]> {
    const ofUsers = values.filter(({ userId }) => userId !== null);
    if (ofUsers.length === 0) return [];
    const rows: Row[] = await tx.query(
      `select distinct ${columns.replaceAll(/\w+/g, 'feedback.$&')} from feedback
       join unnest($1::uuid[], $2::uuid[], $3::uuid[]) as rival (subject_id, metric_id, user_id)
         using (subject_id, metric_id, user_id)
       where feedback.is_current`,
      [
        ofUsers.map(({ completionId, sessionId }) => completionId ?? sessionId),
        ofUsers.map(({ metricId }) => metricId),
        ofUsers.map(({ userId }) => userId),
      ],
    );
    return rows.map(toRival);
  }

  /** The values that count, about any of these completions. */
  async countedAbout(tx: Transaction, completionIds: readonly string[]): Promise<RivalValue[]> {
    const rows: Row[] = await tx.query(
      `select ${columns} from feedback where subject_id = any($1::uuid[]) and is_current`,
      [completionIds],
    );
    return rows.map(toRival);
  }

  /** They count no more. */
  async supersede(tx: Transaction, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await write(tx, 'update feedback set is_current = false where id = any($1::uuid[])', [ids]);
  }

  async insert(tx: Transaction, values: readonly ValueEntity[]): Promise<void> {
    if (values.length === 0) return;
    await write(
      tx,
      `insert into feedback (id, project_id, metric_id, origin, completion_id, session_id, model, user_id, value,
                             reason, details, created_at, is_current, day, bucket, model_id, campaign_id)
       select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::uuid[], $7::text[],
                            $8::uuid[], $9::float8[], $10::text[], $11::text[], $12::timestamptz[], $13::boolean[],
                            $14::date[], $15::integer[], $16::uuid[], $17::uuid[])`,
      [
        values.map(({ id }) => id),
        values.map(({ projectId }) => projectId),
        values.map(({ metricId }) => metricId),
        values.map(({ origin }) => origin),
        values.map(({ completionId }) => completionId),
        values.map(({ sessionId }) => sessionId),
        values.map(({ model }) => model),
        values.map(({ userId }) => userId),
        values.map(({ value }) => value),
        values.map(({ reason }) => reason),
        values.map(({ details }) => details),
        values.map(({ createdAt }) => createdAt),
        values.map(({ isCurrent }) => isCurrent),
        values.map(({ createdAt }) => dayOf(createdAt)),
        values.map(({ value }) => bucketOf(value)),
        values.map(({ modelId }) => modelId),
        values.map(({ campaignId }) => campaignId),
      ],
    );
  }

  /** @returns those of them that counted. */
  async remove(tx: Transaction, ids: readonly string[]): Promise<RivalValue[]> {
    const [rows]: [(Row & { is_current: boolean })[], number] = await tx.query(
      `delete from feedback where id = any($1::uuid[]) returning ${columns}, is_current`,
      [ids],
    );
    return rows.filter(({ is_current }) => is_current).map(toRival);
  }

  /** Another model answered than was thought. */
  async relabel(tx: Transaction, completionIds: readonly string[]): Promise<void> {
    await tx.query(
      `update feedback set model = refs.model, model_id = refs.model_id from completion_refs refs
       where refs.completion_id = any($1::uuid[]) and feedback.subject_id = refs.completion_id`,
      [completionIds],
    );
  }

  /** Brings the summaries to what counts now, once the values themselves are written. */
  async summarise(tx: Transaction, changes: readonly CellChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.#addUp(tx, changes);
    const emptied = changes.filter(({ sign }) => sign < 0);
    if (emptied.length > 0) await this.#findExtremes(tx, emptied);
  }

  /** Values of a project, the oldest first. @throws AppError `cursor_invalid` */
  page(tx: Transaction, filter: ValueFilter, request: PageRequest): Promise<RowPage<ValueEntity>> {
    const { projectId, metricId, completionId, sessionId, userId } = filter;
    const query = tx.createQueryBuilder(ValueEntity, 'value').where({
      projectId,
      ...(metricId !== null && { metricId }),
      ...(sessionId !== null && { sessionId }),
      ...(userId !== null && { userId }),
    });
    query.andWhere(`value.origin ${filter.outcomes ? '=' : '<>'} 'outcome'`);
    // The index is on what a value is about.
    if (completionId !== null) query.andWhere('value.subject_id = :completionId', { completionId });
    return readPage(query, request);
  }

  async #addUp(tx: Transaction, changes: readonly CellChange[]): Promise<void> {
    // A value travels as its decimal text, so that sums are those of what was sent, and exact.
    await write(
      tx,
      `insert into value_summaries as kept (metric_id, day, model, bucket, count, sum, sum_of_squares, min, max)
       select metric_id, day, model, bucket, sum(sign), sum(sign * value), sum(sign * value * value),
              min(value) filter (where sign > 0), max(value) filter (where sign > 0)
       from unnest($1::uuid[], $2::date[], $3::text[], $4::integer[], $5::numeric[], $6::integer[])
         as change (metric_id, day, model, bucket, value, sign)
       group by metric_id, day, model, bucket order by metric_id, day, model, bucket
       on conflict (metric_id, day, model, bucket) do update set
         count = kept.count + excluded.count,
         sum = kept.sum + excluded.sum,
         sum_of_squares = kept.sum_of_squares + excluded.sum_of_squares,
         min = least(kept.min, excluded.min),
         max = greatest(kept.max, excluded.max)`,
      [...cellsOf(changes), changes.map(({ value }) => String(value)), changes.map(({ sign }) => sign)],
    );
  }

  /** What left a cell may have been its least or greatest value: the index knows those that are left. */
  async #findExtremes(tx: Transaction, changes: readonly CellChange[]): Promise<void> {
    const cells = cellsOf(changes);
    const touched = `(select distinct * from unnest($1::uuid[], $2::date[], $3::text[], $4::integer[])
      as cell (metric_id, day, model, bucket)) as touched`;
    const same = `summary.metric_id = touched.metric_id and summary.day = touched.day
      and summary.model = touched.model and summary.bucket = touched.bucket`;
    await write(tx, `delete from value_summaries summary using ${touched} where ${same} and summary.count = 0`, cells);
    const extreme = (direction: 'asc' | 'desc') =>
      `(select value from feedback where is_current and feedback.metric_id = summary.metric_id
        and feedback.day = summary.day and feedback.model = summary.model and feedback.bucket = summary.bucket
        order by metric_id ${direction}, day ${direction}, model ${direction}, bucket ${direction}, value ${direction} limit 1)`;
    await write(
      tx,
      `update value_summaries summary set min = ${extreme('asc')}, max = ${extreme('desc')} from ${touched} where ${same}`,
      cells,
    );
  }
}

function cellsOf(changes: readonly CellChange[]): unknown[][] {
  return [
    changes.map(({ metricId }) => metricId),
    changes.map(({ day }) => day),
    changes.map(({ model }) => model),
    changes.map(({ bucket }) => bucket),
  ];
}

function toRival(row: Row): RivalValue {
  return {
    id: row.id,
    metricId: row.metric_id,
    completionId: row.completion_id,
    sessionId: row.session_id,
    model: row.model,
    modelId: row.model_id,
    campaignId: row.campaign_id,
    userId: row.user_id,
    value: row.value,
    createdAt: row.created_at,
  };
}
