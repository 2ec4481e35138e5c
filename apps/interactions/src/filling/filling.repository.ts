import { Injectable } from '@nestjs/common';
import { columnLists, inTransaction, rowsOf } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { derivedOf, figureColumns, searchColumns, wordsOf, type DerivedFrom } from '../rows/derived-columns.js';

interface Unfilled extends Omit<DerivedFrom, 'created_at'> {
  readonly completion_id: string;
  readonly created_at: Date;
  /** Whether it is the first choice of its answer. */
  readonly first: boolean;
}

/** Bytes of the records of a batch; the first one may have more. */
const batchBytes = 4 * 1_048_576;

const columns = { completion_id: 'uuid', created_at: 'timestamptz', ...figureColumns, ...searchColumns };

const unfilled = `
  with newest as (select completion_id, created_at, bytes from interactions where words is null
    order by created_at desc limit $1 for update skip locked),
  chosen as (select completion_id, created_at from (
    select *, sum(bytes) over (order by created_at desc, completion_id) as upto, row_number() over () as n from newest) as sized
    where upto <= $2 or n = 1)
  select completion_id, created_at, i.project_id, i.user_id, i.model_id, i.model, i.ab_campaign, i.finish_reason, i.record,
    not exists (select from interactions o where o.project_id = i.project_id and o.session_id = i.session_id
      and o.created_at = i.created_at and (o.prompt_tokens is not null or o.completion_id < i.completion_id)) as first
  from chosen join interactions i using (completion_id, created_at)`;

const fill = `
  update interactions i set words = ${wordsOf('given')},
    ${Object.keys(figureColumns)
      .map((name) => `${name} = given.${name}`)
      .join(', ')}
  from ${rowsOf(columns)}
  where i.completion_id = given.completion_id and i.created_at = given.created_at and i.words is null`;

/** The queries that fill derived columns. */
@Injectable()
export class FillingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Fills the newest rows without derived columns; skips rows that others write. @returns the number of rows. */
  fillSome(limit: number): Promise<number> {
    return inTransaction(this.dataSource, async (tx) => {
      const rows: Unfilled[] = await tx.query(unfilled, [limit, batchBytes]);
      if (rows.length === 0) return 0;
      const values = rows.map(({ completion_id, first, ...row }) => {
        const created_at = row.created_at.toISOString();
        return { completion_id, created_at, ...derivedOf({ ...row, created_at, choice: first ? 0 : 1 }) };
      });
      await tx.query(fill, columnLists(columns, values));
      return rows.length;
    });
  }
}
