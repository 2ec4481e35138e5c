import { Injectable } from '@nestjs/common';
import { noProject } from '@earshot/contracts-storage';
import { DataSource } from 'typeorm';

/** The projects that have rows in this service. */
@Injectable()
export class ProjectsWithStorageRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Scans whole tables; for the start of a process only. */
  async projectIds(): Promise<string[]> {
    const rows: { project_id: string }[] = await this.dataSource.query(
      `select project_id from uploads where state = 'open' and project_id <> $1
       union select project_id from files where delete_after is null and project_id is not null
       union select project_id from objects where delete_after is null`,
      [noProject],
    );
    return rows.map(({ project_id }) => project_id);
  }
}
