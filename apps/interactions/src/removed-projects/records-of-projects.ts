import { Injectable } from '@nestjs/common';
import type { ProjectKeeper } from '@earshot/project-removal';
import { ErasuresRepository } from '../erasure/erasures.repository.js';
import { RecordsOfProjectsRepository } from './records-of-projects.repository.js';

/** Deleted together: a transaction of some milliseconds. */
const batchRows = 200;

/** What projects have on record. Its texts in the bucket are the storage service's to delete. */
@Injectable()
export class RecordsOfProjects implements ProjectKeeper {
  constructor(
    private readonly rows: RecordsOfProjectsRepository,
    private readonly erasures: ErasuresRepository,
  ) {}

  projectIds(): Promise<string[]> {
    return this.rows.projectIds();
  }

  async removeSomeOf(projectId: string): Promise<boolean> {
    await this.rows.noteRemoval(projectId);
    const doomed = await this.rows.someInteractions(projectId, batchRows);
    if (doomed.length > 0) await this.erasures.delete(projectId, doomed);
    const others = await this.rows.deleteOthers(projectId, batchRows);
    return doomed.length === batchRows || others;
  }
}
