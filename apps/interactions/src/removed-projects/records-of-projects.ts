import { Injectable } from '@nestjs/common';
import type { ProjectKeeper } from '@earshot/project-removal';
import { ErasuresRepository } from '../erasure/erasures.repository.js';
import { RecordsOfProjectsRepository } from './records-of-projects.repository.js';

/** Rows deleted in one transaction, which takes some milliseconds. */
const batchRows = 200;

/** Deletes the interactions of deleted projects. The storage service deletes their texts in the bucket. */
@Injectable()
export class RecordsOfProjects implements ProjectKeeper {
  constructor(
    private readonly rows: RecordsOfProjectsRepository,
    private readonly erasures: ErasuresRepository,
  ) {}

  projectIds(): Promise<string[]> {
    return this.rows.projectIds();
  }

  async removeBatch(projectId: string): Promise<boolean> {
    await this.rows.noteRemoval(projectId);
    const erasable = await this.erasures.oldest(projectId, null, batchRows);
    if (erasable.length > 0) await this.erasures.delete(projectId, erasable);
    const others = await this.rows.deleteOthers(projectId, batchRows);
    return erasable.length === batchRows || others;
  }
}
