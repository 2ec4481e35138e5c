import { Injectable } from '@nestjs/common';
import {
  columnLists,
  columnsOf,
  insertRows,
  readPage,
  rowsOf,
  write,
  type PageRequest,
  type RowOf,
  type RowPage,
  type Transaction,
} from '@earshot/persistence';
import { FeedbackEntity } from '../database/entities/feedback.entity.js';
import { bucketOf } from './bucket.js';
import { dayOf, type ComparedFeedback, type NewFeedback } from './feedback.js';

/** Filter of a list of feedback. */
export interface FeedbackFilter {
  readonly project_id: string;
  /** true: outcomes of sessions. false: feedback about completions. */
  readonly outcomes: boolean;
  readonly metric_id: string | null;
  readonly completion_id: string | null;
  readonly session_id: string | null;
  readonly user_id: string | null;
}

type ComparedRow = Omit<ComparedFeedback, 'created_at'> & { readonly created_at: Date };

const comparedColumns =
  'id, metric_id, completion_id, session_id, model, model_id, campaign_id, user_id, value, created_at';

const subjectColumns = { subject_id: 'uuid', metric_id: 'uuid', user_id: 'uuid' };

/** The queries of feedback. Writers hold the locks of the metrics. */
@Injectable()
export class FeedbackRepository {
  /** The ids that are recorded already, removed ones too. */
  async existingIds(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
    const rows: { id: string }[] = await tx.query(
      `select id from feedback where id = any($1::uuid[])
       union all select id from removed_records where id = any($1::uuid[])`,
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Current feedback of the same users, subjects and metrics. */
  async current(tx: Transaction, feedback: readonly NewFeedback[]): Promise<ComparedFeedback[]> {
    const subjects = subjectsOf(feedback);
    if (subjects.length === 0) return [];
    const rows: ComparedRow[] = await tx.query(
      `select distinct ${comparedColumns.replaceAll(/\w+/g, 'feedback.$&')} from feedback
       join ${rowsOf(subjectColumns, 'wanted')} using (subject_id, metric_id, user_id)
       where feedback.is_current`,
      columnLists(subjectColumns, subjects),
    );
    return rows.map(toCompared);
  }

  /** Current feedback about these completions. */
  async currentAbout(tx: Transaction, completion_ids: readonly string[]): Promise<ComparedFeedback[]> {
    const rows: ComparedRow[] = await tx.query(
      `select ${comparedColumns} from feedback where subject_id = any($1::uuid[]) and is_current`,
      [completion_ids],
    );
    return rows.map(toCompared);
  }

  /** Marks feedback as replaced. */
  async supersede(tx: Transaction, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await write(tx, 'update feedback set is_current = false where id = any($1::uuid[])', [ids]);
  }

  async insert(tx: Transaction, feedback: readonly FeedbackEntity[]): Promise<void> {
    const rows = feedback.map((row) => ({ ...row, day: dayOf(row.created_at), bucket: bucketOf(row.value) }));
    const columns = { ...columnsOf(tx, FeedbackEntity), day: 'date', bucket: 'integer' };
    await insertRows(tx, 'feedback', columns, rows);
  }

  /** @returns the removed rows that were current. */
  async remove(tx: Transaction, ids: readonly string[]): Promise<ComparedFeedback[]> {
    const [rows]: [(ComparedRow & { is_current: boolean })[], number] = await tx.query(
      `delete from feedback where id = any($1::uuid[]) returning ${comparedColumns}, is_current`,
      [ids],
    );
    return rows.filter(({ is_current }) => is_current).map(toCompared);
  }

  /** Makes the latest remaining feedback of the same users, subjects and metrics current. @returns it. */
  async restore(tx: Transaction, removed: readonly ComparedFeedback[]): Promise<ComparedFeedback[]> {
    const subjects = subjectsOf(removed);
    if (subjects.length === 0) return [];
    const [rows]: [ComparedRow[], number] = await tx.query(
      `update feedback set is_current = true where id in (
         select distinct on (subject_id, metric_id, user_id) id
         from feedback join ${rowsOf(subjectColumns, 'wanted')} using (subject_id, metric_id, user_id)
         order by subject_id, metric_id, user_id, created_at desc, id desc)
       returning ${comparedColumns}`,
      columnLists(subjectColumns, subjects),
    );
    return rows.map(toCompared);
  }

  /** Copies the corrected model of completions to their feedback. */
  async relabel(tx: Transaction, completion_ids: readonly string[]): Promise<void> {
    await tx.query(
      `update feedback set model = refs.model, model_id = refs.model_id from completion_refs refs
       where refs.completion_id = any($1::uuid[]) and feedback.subject_id = refs.completion_id`,
      [completion_ids],
    );
  }

  /** Reads a page of the feedback of a project. @throws AppError `cursor_invalid` */
  page(tx: Transaction, filter: FeedbackFilter, request: PageRequest): Promise<RowPage<FeedbackEntity>> {
    const { project_id, outcomes, metric_id, completion_id, session_id, user_id } = filter;
    const query = tx.createQueryBuilder(FeedbackEntity, 'value').where({
      project_id,
      ...(metric_id !== null && { metric_id }),
      ...(session_id !== null && { session_id }),
      ...(user_id !== null && { user_id }),
    });
    query.andWhere(`value.origin ${outcomes ? '=' : '<>'} 'outcome'`);
    // The index is on subject_id.
    if (completion_id !== null) query.andWhere('value.subject_id = :completion_id', { completion_id });
    return readPage(query, request);
  }
}

/** The users, subjects and metrics of feedback that can be replaced. */
function subjectsOf(feedback: readonly (NewFeedback | ComparedFeedback)[]): RowOf<typeof subjectColumns>[] {
  return feedback.flatMap(({ completion_id, session_id, metric_id, user_id }) =>
    user_id === null ? [] : [{ subject_id: completion_id ?? session_id, metric_id, user_id }],
  );
}

function toCompared(row: ComparedRow): ComparedFeedback {
  return { ...row, created_at: row.created_at.toISOString() };
}
