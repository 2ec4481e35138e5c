import { Injectable } from '@nestjs/common';
import { inTransaction, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import type { InteractionRecord } from '../rows/interaction-row.js';
import { marksOf } from '../rows/marks.js';

/** A user of a project. */
export interface ProjectUser {
  readonly projectId: string;
  readonly userId: string;
}

/** An erasure that is to be carried out. */
export interface Erasure extends ProjectUser {
  readonly erasedAt: Date;
}

/** What has to be known of an interaction to delete it. */
export interface DoomedInteraction {
  readonly completion_id: string;
  readonly created_at: Date;
  readonly record: Pick<InteractionRecord, 'conversation' | 'answers' | 'labels' | 'tags'>;
}

/** The columns of a {@link DoomedInteraction}. @param table or its alias. */
export function doomedColumns(table: string): string {
  const parts = ['conversation', 'answers', 'labels', 'tags'].map((part) => `'${part}', ${table}.record -> '${part}'`);
  return `${table}.completion_id, ${table}.created_at, json_build_object(${parts.join(', ')}) as record`;
}

/** Who was erased, and until when; and what is left of them. */
@Injectable()
export class ErasuresRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Notes that a user is erased, now once more where that was so before. @returns until when, RFC 3339. */
  async add(tx: Transaction, { projectId, userId }: ProjectUser): Promise<string> {
    // Waits for whoever asked who is erased and has not committed, and lets nobody ask until this is committed: see erasedAt.
    await tx.query('lock table erasures in exclusive mode');
    // The database's clock, which also says when rows were stored.
    const [row]: { erased_at: Date }[] = await tx.query(
      `insert into erasures (project_id, user_id, erased_at, pending) values ($1, $2, clock_timestamp(), true)
       on conflict (project_id, user_id) do update set erased_at = excluded.erased_at, pending = true
       returning erased_at`,
      [projectId, userId],
    );
    return (row as { erased_at: Date }).erased_at.toISOString();
  }

  /** Notes an erasure of which others were told, unless it is known. */
  async addAgain(tx: Transaction, { projectId, userId, erasedAt }: Erasure): Promise<void> {
    await tx.query('lock table erasures in exclusive mode');
    await tx.query(
      `insert into erasures (project_id, user_id, erased_at, pending) values ($1, $2, $3, true)
       on conflict (project_id, user_id) do update set erased_at = excluded.erased_at, pending = true
         where erasures.erased_at < excluded.erased_at`,
      [projectId, userId, erasedAt],
    );
  }

  /**
   * Until when those of these users were erased that were, ms since 1970, by {@link userKey}. It holds to the end of the transaction: what
   * that writes is there before a later erasure begins.
   */
  async erasedAt(tx: Transaction, users: readonly ProjectUser[]): Promise<Map<string, number>> {
    if (users.length === 0) return new Map();
    const rows: { project_id: string; user_id: string; erased_at: Date }[] = await tx.query(
      `select project_id, user_id, erased_at from erasures
       where (project_id, user_id) in (select * from unnest($1::uuid[], $2::uuid[]))
       for key share`,
      [users.map(({ projectId }) => projectId), users.map(({ userId }) => userId)],
    );
    return new Map(
      rows.map(({ project_id, user_id, erased_at }) => [
        userKey({ projectId: project_id, userId: user_id }),
        erased_at.getTime(),
      ]),
    );
  }

  /** Those that are still to be carried out, the oldest first. */
  pending(): Promise<Erasure[]> {
    return this.#query(
      `select project_id as "projectId", user_id as "userId", erased_at as "erasedAt" from erasures
       where pending order by erased_at limit 100`,
      [],
    );
  }

  /** Some of the interactions that are to go. */
  doomed({ projectId, userId, erasedAt }: Erasure, limit: number): Promise<DoomedInteraction[]> {
    return this.#query(
      `select ${doomedColumns('interactions')}
       from interactions where project_id = $1 and user_id = $2
         -- Tables that were restored and filled from the log again store late what took place before.
         and (stored_at <= $3 or (source = 'served' and created_at <= $3)) limit $4`,
      [projectId, userId, erasedAt, limit],
    );
  }

  /** Deletes interactions of a project, with what was said about them. */
  delete(projectId: string, doomed: readonly DoomedInteraction[]): Promise<void> {
    return inTransaction(this.dataSource, (tx) => deleteInteractions(tx, projectId, doomed));
  }

  /** Deletes some of what the user said about anybody's answers. @returns how much. */
  deleteFeedback(erasure: Erasure, limit: number): Promise<number> {
    return this.#deleteSome('feedback_values', erasure, limit);
  }

  /** Deletes some of what the user preferred. @returns how much. */
  deletePreferences(erasure: Erasure, limit: number): Promise<number> {
    return this.#deleteSome('preferences', erasure, limit);
  }

  /** Notes that nothing of it is left, unless the user was erased once more since. */
  async settle({ projectId, userId, erasedAt }: Erasure): Promise<void> {
    await this.#query('update erasures set pending = false where project_id = $1 and user_id = $2 and erased_at = $3', [
      projectId,
      userId,
      erasedAt,
    ]);
  }

  async #deleteSome(
    table: 'feedback_values' | 'preferences',
    { projectId, userId, erasedAt }: Erasure,
    limit: number,
  ): Promise<number> {
    const [, deleted]: [unknown, number] = await this.#query(
      `with doomed as (select id from ${table}
         where project_id = $1 and user_id = $2 and stored_at <= $3 limit $4)
       delete from ${table} using doomed where ${table}.id = doomed.id`,
      [projectId, userId, erasedAt, limit],
    );
    return deleted;
  }

  #query<Rows>(text: string, values: readonly unknown[]): Promise<Rows> {
    return inTransaction(this.dataSource, (tx) => tx.query(text, [...values]));
  }
}

/** Deletes interactions of a project, with what was said about them, in a transaction that goes on. */
export async function deleteInteractions(
  tx: Transaction,
  projectId: string,
  doomed: readonly DoomedInteraction[],
): Promise<void> {
  const ids = doomed.map(({ completion_id }) => completion_id);
  const marks = doomed.flatMap((one) => marksOf(one.record).map((mark) => ({ mark, ...one })));
  await tx.query(
    `delete from interaction_marks where project_id = $1 and (mark, created_at, completion_id) in
       (select * from unnest($2::uuid[], $3::timestamptz[], $4::uuid[]))`,
    [
      projectId,
      marks.map(({ mark }) => mark),
      marks.map(({ created_at }) => created_at),
      marks.map(({ completion_id }) => completion_id),
    ],
  );
  await tx.query('delete from feedback_values where completion_id = any($1::uuid[])', [ids]);
  await tx.query('delete from preferences where preferred_id = any($1::uuid[]) or other_id = any($1::uuid[])', [ids]);
  await tx.query(
    `delete from interactions where (completion_id, created_at) in
       (select * from unnest($1::uuid[], $2::timestamptz[]))`,
    [ids, doomed.map(({ created_at }) => created_at)],
  );
}

/** One spelling for one user. */
export function userKey({ projectId, userId }: ProjectUser): string {
  return `${projectId}/${userId}`.toLowerCase();
}
