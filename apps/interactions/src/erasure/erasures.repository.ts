import { Injectable } from '@nestjs/common';
import { columnLists, inTransaction, rowsOf, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import type { InteractionRecord } from '../rows/interaction-row.js';
import { marksOf } from '../rows/marks.js';

/** A user of a project. */
export interface ProjectUser {
  readonly project_id: string;
  readonly user_id: string;
}

/** A pending erasure of a user. */
export interface Erasure extends ProjectUser {
  readonly erased_at: Date;
}

/** The fields of an interaction that its deletion needs. */
export interface ErasableInteraction {
  readonly completion_id: string;
  readonly created_at: Date;
  readonly record: Pick<InteractionRecord, 'conversation' | 'answers' | 'labels' | 'tags'>;
}

/** The columns of a {@link ErasableInteraction}. @param table or its alias. */
export function erasableColumns(table: string): string {
  const parts = ['conversation', 'answers', 'labels', 'tags'].map((part) => `'${part}', ${table}.record -> '${part}'`);
  return `${table}.completion_id, ${table}.created_at, json_build_object(${parts.join(', ')}) as record`;
}

const userColumns = { project_id: 'uuid', user_id: 'uuid' };
const markColumns = { mark: 'uuid', created_at: 'timestamptz', completion_id: 'uuid' };
const positionColumns = { completion_id: 'uuid', created_at: 'timestamptz' };

/** The queries of erased users and of their data. */
@Injectable()
export class ErasuresRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores that a user is erased, again where that was so before. @returns when, RFC 3339. */
  async add(tx: Transaction, { project_id, user_id }: ProjectUser): Promise<string> {
    // Waits for open transactions that called erasedAt, and blocks new ones until this commits.
    await tx.query('lock table erasures in exclusive mode');
    // The clock of the database, which stored_at of rows has too.
    const [row]: { erased_at: Date }[] = await tx.query(
      `insert into erasures (project_id, user_id, erased_at, pending) values ($1, $2, clock_timestamp(), true)
       on conflict (project_id, user_id) do update set erased_at = excluded.erased_at, pending = true
       returning erased_at`,
      [project_id, user_id],
    );
    return (row as { erased_at: Date }).erased_at.toISOString();
  }

  /** Stores an erasure from its event, unless it is known. */
  async addAgain(tx: Transaction, { project_id, user_id, erased_at }: Erasure): Promise<void> {
    await tx.query('lock table erasures in exclusive mode');
    await tx.query(
      `insert into erasures (project_id, user_id, erased_at, pending) values ($1, $2, $3, true)
       on conflict (project_id, user_id) do update set erased_at = excluded.erased_at, pending = true
         where erasures.erased_at < excluded.erased_at`,
      [project_id, user_id, erased_at],
    );
  }

  /**
   * When these users were erased, ms since 1970, by {@link userKey}; users that were not are absent. A later erasure
   * waits for the end of the transaction, so it finds all rows that this transaction writes.
   */
  async erasedAt(tx: Transaction, users: readonly ProjectUser[]): Promise<Map<string, number>> {
    if (users.length === 0) return new Map();
    const rows: Erasure[] = await tx.query(
      `select project_id, user_id, erased_at from erasures
       where (project_id, user_id) in (select * from ${rowsOf(userColumns)})
       for key share`,
      columnLists(userColumns, users),
    );
    return new Map(rows.map((row) => [userKey(row), row.erased_at.getTime()]));
  }

  /** Pending erasures, the oldest first. */
  pending(): Promise<Erasure[]> {
    return this.#query(
      'select project_id, user_id, erased_at from erasures where pending order by erased_at limit 100',
      [],
    );
  }

  /** Some of the interactions of an erased user. */
  erasable({ project_id, user_id, erased_at }: Erasure, limit: number): Promise<ErasableInteraction[]> {
    return this.#query(
      `select ${erasableColumns('interactions')}
       from interactions where project_id = $1 and user_id = $2
         -- Tables that were restored and filled from the log again store late what took place before.
         and (stored_at <= $3 or (source = 'served' and created_at <= $3)) limit $4`,
      [project_id, user_id, erased_at, limit],
    );
  }

  /** Some interactions of a project, the oldest first. @param before a time; null for all interactions. */
  oldest(projectId: string, before: Date | null, limit: number): Promise<ErasableInteraction[]> {
    return this.#query(
      `select ${erasableColumns('interactions')} from interactions
       where project_id = $1 ${before === null ? '' : 'and created_at < $3'} order by created_at, completion_id limit $2`,
      before === null ? [projectId, limit] : [projectId, limit, before],
    );
  }

  /** Deletes interactions of a project, with their feedback. @param also runs in the same transaction. */
  async delete(
    projectId: string,
    erasable: readonly ErasableInteraction[],
    also?: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await inTransaction(this.dataSource, async (tx) => {
      await deleteInteractions(tx, projectId, erasable);
      await also?.(tx);
    });
  }

  /** Marks that interactions before a time are expired, for the reconciliation check. */
  async markExpired(tx: Transaction, projectId: string, before: Date): Promise<void> {
    await tx.query(
      `insert into expired_interactions as known (project_id, before) values ($1, $2)
       on conflict (project_id) do update set before = greatest(known.before, excluded.before)`,
      [projectId, before],
    );
  }

  /** Marks an erasure as complete, unless the user was erased again since. */
  async complete({ project_id, user_id, erased_at }: Erasure): Promise<void> {
    await this.#query('update erasures set pending = false where project_id = $1 and user_id = $2 and erased_at = $3', [
      project_id,
      user_id,
      erased_at,
    ]);
  }

  /** Deletes some feedback or preferences of the user, on any answer. @returns the number of rows. */
  async deleteBatch(
    table: 'feedback_values' | 'preferences',
    { project_id, user_id, erased_at }: Erasure,
    limit: number,
  ): Promise<number> {
    const [, deleted]: [unknown, number] = await this.#query(
      `with erasable as (select id from ${table}
         where project_id = $1 and user_id = $2 and stored_at <= $3 limit $4)
       delete from ${table} using erasable where ${table}.id = erasable.id`,
      [project_id, user_id, erased_at, limit],
    );
    return deleted;
  }

  #query<Rows>(text: string, values: readonly unknown[]): Promise<Rows> {
    return inTransaction(this.dataSource, (tx) => tx.query(text, [...values]));
  }
}

/** Deletes interactions of a project, with their feedback. */
export async function deleteInteractions(
  tx: Transaction,
  projectId: string,
  erasable: readonly ErasableInteraction[],
): Promise<void> {
  const ids = erasable.map(({ completion_id }) => completion_id);
  const marks = erasable.flatMap((one) => marksOf(one.record).map((mark) => ({ mark, ...one })));
  await tx.query(
    `delete from interaction_marks where project_id = $1 and (mark, created_at, completion_id) in
       (select * from ${rowsOf(markColumns, 'given', 2)})`,
    [projectId, ...columnLists(markColumns, marks)],
  );
  await tx.query('delete from feedback_values where completion_id = any($1::uuid[])', [ids]);
  await tx.query('delete from preferences where preferred_id = any($1::uuid[]) or other_id = any($1::uuid[])', [ids]);
  await tx.query(
    `delete from interactions where (completion_id, created_at) in (select * from ${rowsOf(positionColumns)})`,
    columnLists(positionColumns, erasable),
  );
}

/** The key of a user in a map, the same in any letter case of the ids. */
export function userKey({ project_id, user_id }: ProjectUser): string {
  return `${project_id}/${user_id}`.toLowerCase();
}
