import { Injectable } from '@nestjs/common';
import { inTransaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';

/** Tables with rows that can outlast their interactions, with their keys. */
const others = {
  feedback_values: 'id',
  preferences: 'id',
  erasures: 'project_id, user_id',
  erased_completions: 'completion_id',
  expired_interactions: 'project_id',
  removed_records: 'id',
};

/** The queries of the data of deleted projects. */
@Injectable()
export class RecordsOfProjectsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Projects with interactions: one index lookup for each project, however many rows it has. */
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

  /** Stores that a project was deleted; the reconciliation check reads it. */
  async noteRemoval(projectId: string): Promise<void> {
    await this.#query('insert into removed_projects (project_id) values ($1) on conflict do nothing', [projectId]);
  }

  /** Deletes some rows of the other tables. @returns whether there may be more. */
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
