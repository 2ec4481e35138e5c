import { Injectable } from '@nestjs/common';
import { inTransaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import type { DoomedInteraction } from '../erasure/erasures.repository.js';

/** What can outlast the interactions that it is about, with the columns that tell its rows apart. */
const others = {
  feedback_values: 'id',
  preferences: 'id',
  erasures: 'project_id, user_id',
  erased_completions: 'completion_id',
};

/** The queries of what a removed project leaves. */
@Injectable()
export class RecordsOfProjectsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** From one project to the next in the index: as many looks as there are projects, however many rows they have. */
  async projectIds(): Promise<string[]> {
    const rows: { project_id: string }[] = await this.#query(
      `with recursive found as (
         (select project_id from interactions order by project_id limit 1)
         union all
         select (select project_id from interactions i where i.project_id > found.project_id order by project_id limit 1)
         from found where found.project_id is not null)
       select project_id from found where project_id is not null`,
      [],
    );
    return rows.map(({ project_id }) => project_id);
  }

  /** For whoever compares what was told with what is there. */
  async noteRemoval(projectId: string): Promise<void> {
    await this.#query('insert into removed_projects (project_id) values ($1) on conflict do nothing', [projectId]);
  }

  /** Some of its interactions, the oldest. */
  someInteractions(projectId: string, limit: number): Promise<DoomedInteraction[]> {
    return this.#query(
      `select completion_id, created_at, json_build_object('conversation', record -> 'conversation',
         'answers', record -> 'answers', 'labels', record -> 'labels', 'tags', record -> 'tags') as record
       from interactions where project_id = $1 order by created_at, completion_id limit $2`,
      [projectId, limit],
    );
  }

  /** Deletes some of all else. @returns whether there may be more. */
  async deleteOthers(projectId: string, limit: number): Promise<boolean> {
    let mayBeMore = false;
    for (const [table, key] of Object.entries(others)) {
      const [, deleted]: [unknown, number] = await this.#query(
        `delete from ${table} where (${key}) in (select ${key} from ${table} where project_id = $1 limit $2)`,
        [projectId, limit],
      );
      mayBeMore ||= deleted === limit;
    }
    return mayBeMore;
  }

  #query<Rows>(text: string, values: readonly unknown[]): Promise<Rows> {
    return inTransaction(this.dataSource, (tx) => tx.query(text, [...values]));
  }
}
