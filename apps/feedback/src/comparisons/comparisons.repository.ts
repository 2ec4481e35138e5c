import { Injectable } from '@nestjs/common';
import {
  columnLists,
  readPage,
  rowsOf,
  write,
  type PageRequest,
  type RowPage,
  type Transaction,
} from '@earshot/persistence';
import { In } from 'typeorm';
import { ComparisonEntity } from '../database/entities/comparison.entity.js';
import type { ComparisonChange } from './comparison.js';

/** Filter of a list of comparisons. */
export interface ComparisonFilter {
  readonly project_id: string;
  readonly metric_id: string | null;
  /** On either side. */
  readonly completion_id: string | null;
  /** Of either side. */
  readonly session_id: string | null;
  readonly user_id: string | null;
}

const changeColumns = {
  metric_id: 'uuid',
  day: 'date',
  model: 'text',
  wins: 'integer',
  losses: 'integer',
  ties: 'integer',
};

/** The queries of comparisons. Writers hold the locks of the metrics. */
@Injectable()
export class ComparisonsRepository {
  async insert(tx: Transaction, rows: readonly ComparisonEntity[]): Promise<void> {
    if (rows.length > 0) await tx.insert(ComparisonEntity, [...rows]);
  }

  /** Updates the summaries. */
  async summarise(tx: Transaction, changes: readonly ComparisonChange[]): Promise<void> {
    if (changes.length === 0) return;
    await write(
      tx,
      `insert into comparison_summaries as kept (metric_id, day, model, wins, losses, ties)
       select metric_id, day, model, sum(wins), sum(losses), sum(ties)
       from ${rowsOf(changeColumns, 'change')}
       group by metric_id, day, model order by metric_id, day, model
       on conflict (metric_id, day, model) do update set
         wins = kept.wins + excluded.wins, losses = kept.losses + excluded.losses, ties = kept.ties + excluded.ties`,
      columnLists(changeColumns, changes),
    );
  }

  /** @returns the removed rows. */
  async remove(tx: Transaction, ids: readonly string[]): Promise<ComparisonEntity[]> {
    const rows = await tx.findBy(ComparisonEntity, { id: In([...ids]) });
    await tx.delete(ComparisonEntity, { id: In([...ids]) });
    return rows;
  }

  /** Reads a page of the comparisons of a project. @throws AppError `cursor_invalid` */
  page(tx: Transaction, filter: ComparisonFilter, request: PageRequest): Promise<RowPage<ComparisonEntity>> {
    const { project_id, metric_id, completion_id, session_id, user_id } = filter;
    const query = tx.createQueryBuilder(ComparisonEntity, 'comparison').where({
      project_id,
      ...(metric_id !== null && { metric_id }),
      ...(user_id !== null && { user_id }),
    });
    if (completion_id !== null) {
      query.andWhere('(comparison.preferred_id = :completion_id or comparison.other_id = :completion_id)', {
        completion_id,
      });
    }
    if (session_id !== null) {
      query.andWhere('(comparison.preferred_session_id = :session_id or comparison.other_session_id = :session_id)', {
        session_id,
      });
    }
    return readPage(query, request);
  }
}
