import { Injectable } from '@nestjs/common';
import type { InteractionFeedback, ListInteractionFeedback } from '@earshot/contracts-interactions';
import {
  columnLists,
  decodeCursor,
  inTransaction,
  rowsOf,
  type RowPosition,
  type Transaction,
} from '@earshot/persistence';
import { DataSource } from 'typeorm';
import type { InteractionRow } from '../rows/interaction-row.js';
import { bounded } from './bounded.js';
import { listTimeoutMs, pageQuery, type Listed } from './page-query.js';
import { isSearch, positionOf, searchedPositions, type ListedPosition, type PositionRow } from './search.js';

/** A row of `interactions` as read. */
export interface StoredInteraction extends Omit<InteractionRow, 'created_at' | 'attempt'> {
  readonly created_at: Date;
  readonly stored_at: Date;
}

/** A row of `feedback_values` as read. */
export interface StoredFeedback extends Omit<InteractionFeedback, 'value' | 'created_at'> {
  readonly value: number;
  readonly is_bool: boolean;
  readonly created_at: Date;
}

const columns = `completion_id, created_at, project_id, session_id, user_id, model_id, model, source, ab_campaign,
  finish_reason, stored_at, record`;

const positionColumns = { id: 'uuid', created_at: 'timestamptz' };

/** The queries of interactions. */
@Injectable()
export class ReadingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The existing ones among completions. */
  async existing(completionIds: readonly string[]): Promise<Set<string>> {
    const rows: { completion_id: string }[] = await inTransaction(this.dataSource, (tx) =>
      tx.query('select completion_id from interactions where completion_id = any($1::uuid[])', [completionIds]),
    );
    return new Set(rows.map(({ completion_id }) => completion_id));
  }

  /** Reads an interaction; null where there is none. @param projectId undefined for any. */
  async find(tx: Transaction, projectId: string | undefined, completionId: string): Promise<StoredInteraction | null> {
    const [row]: StoredInteraction[] = await tx.query(
      `select ${columns} from interactions where completion_id = $1 and project_id = coalesce($2::uuid, project_id) limit 1`,
      [completionId, projectId],
    );
    return row ?? null;
  }

  /** Users of a project with a pending erasure, with its time. */
  async beingErased(tx: Transaction, projectId: string): Promise<Listed['erased']> {
    const rows: { user_id: string; erased_at: Date }[] = await tx.query(
      'select user_id, erased_at from erasures where pending and project_id = $1',
      [projectId],
    );
    return rows.map(({ user_id, erased_at }) => ({ userId: user_id, until: erased_at }));
  }

  /** The first positions of a list. @throws AppError `query_too_broad` */
  async positions(tx: Transaction, listed: Listed, limit: number): Promise<ListedPosition[]> {
    if (isSearch(listed)) return searchedPositions(tx, listed, limit);
    const { text, values } = pageQuery(listed, limit);
    const bounds = { kind: 'list', timeoutMs: listTimeoutMs(listed) } as const;
    const rows = await bounded(tx, bounds, (inner) => inner.query<PositionRow[]>(text, [...values]));
    return rows.map(positionOf);
  }

  /** The interactions at these positions, the newest first. */
  async at(tx: Transaction, positions: readonly RowPosition[]): Promise<StoredInteraction[]> {
    if (positions.length === 0) return [];
    const times = positions.map(({ created_at }) => created_at).sort();
    return tx.query(
      `select ${columns} from interactions
       where (completion_id, created_at) in (select * from ${rowsOf(positionColumns)})
         and created_at between $3 and $4
       order by created_at desc, completion_id desc`,
      [...columnLists(positionColumns, positions), times[0], times.at(-1)],
    );
  }

  /**
   * Feedback on a completion, the oldest first, with one extra row where there is a next page.
   * @throws AppError `cursor_invalid`
   */
  async feedback(
    tx: Transaction,
    { project_id, completion_id, limit, cursor }: ListInteractionFeedback,
  ): Promise<StoredFeedback[]> {
    const after = cursor === null ? null : decodeCursor(cursor);
    return tx.query(
      `select id, metric_id, metric, value, is_bool, reason, details, created_at from feedback_values f
       where completion_id = $1 and project_id = $2
         and not exists (select from erasures e where e.pending and e.project_id = f.project_id
           and e.user_id = f.user_id and f.stored_at <= e.erased_at)
         ${after === null ? '' : 'and (created_at, id) > ($4, $5)'}
       order by created_at, id limit $3`,
      [completion_id, project_id, limit + 1, ...(after === null ? [] : [after.created_at, after.id])],
    );
  }
}
