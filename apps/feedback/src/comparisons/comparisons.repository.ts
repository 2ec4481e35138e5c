import { Injectable } from '@nestjs/common';
import { readPage, write, type PageRequest, type RowPage, type Transaction } from '@earshot/persistence';
import { In } from 'typeorm';
import { ComparisonEntity } from '../database/entities/comparison.entity.js';
import type { ComparisonChange } from './comparison.js';

/** Which comparisons a list is to have. */
export interface ComparisonFilter {
  readonly projectId: string;
  readonly metricId: string | null;
  /** On either side. */
  readonly completionId: string | null;
  /** Of either side. */
  readonly sessionId: string | null;
  readonly userId: string | null;
}

/** The queries of comparisons. Whoever writes them holds the locks of their metrics. */
@Injectable()
export class ComparisonsRepository {
  async insert(tx: Transaction, rows: readonly ComparisonEntity[]): Promise<void> {
    if (rows.length > 0) await tx.insert(ComparisonEntity, [...rows]);
  }

  /** Brings the summaries to what was compared. */
  async summarise(tx: Transaction, changes: readonly ComparisonChange[]): Promise<void> {
    if (changes.length === 0) return;
    await write(
      tx,
      `insert into comparison_summaries as kept (metric_id, day, model, wins, losses, ties)
       select metric_id, day, model, sum(wins), sum(losses), sum(ties)
       from unnest($1::uuid[], $2::date[], $3::text[], $4::integer[], $5::integer[], $6::integer[])
         as change (metric_id, day, model, wins, losses, ties)
       group by metric_id, day, model order by metric_id, day, model
       on conflict (metric_id, day, model) do update set
         wins = kept.wins + excluded.wins, losses = kept.losses + excluded.losses, ties = kept.ties + excluded.ties`,
      [
        changes.map(({ metricId }) => metricId),
        changes.map(({ day }) => day),
        changes.map(({ model }) => model),
        changes.map(({ wins }) => wins),
        changes.map(({ losses }) => losses),
        changes.map(({ ties }) => ties),
      ],
    );
  }

  /** @returns what they were. */
  async remove(tx: Transaction, ids: readonly string[]): Promise<ComparisonEntity[]> {
    const rows = await tx.findBy(ComparisonEntity, { id: In([...ids]) });
    await tx.delete(ComparisonEntity, { id: In([...ids]) });
    return rows;
  }

  /** Comparisons of a project, the oldest first. @throws AppError `cursor_invalid` */
  page(tx: Transaction, filter: ComparisonFilter, request: PageRequest): Promise<RowPage<ComparisonEntity>> {
    const { projectId, metricId, completionId, sessionId, userId } = filter;
    const query = tx.createQueryBuilder(ComparisonEntity, 'comparison').where({
      projectId,
      ...(metricId !== null && { metricId }),
      ...(userId !== null && { userId }),
    });
    if (completionId !== null) {
      query.andWhere('(comparison.preferredId = :completionId or comparison.otherId = :completionId)', {
        completionId,
      });
    }
    if (sessionId !== null) {
      query.andWhere('(comparison.preferredSessionId = :sessionId or comparison.otherSessionId = :sessionId)', {
        sessionId,
      });
    }
    return readPage(query, request);
  }
}
