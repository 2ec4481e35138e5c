import { Injectable } from '@nestjs/common';
import type { ProjectKeeper } from '@earshot/project-removal';
import { FilesService } from '../files/files.service.js';
import { StoredObjectsService } from '../stored-objects/stored-objects.service.js';
import { UploadsService } from '../uploads/uploads.service.js';
import { ProjectsWithStorageRepository } from './projects-with-storage.repository.js';

/** Deletes the uploads, files and objects of deleted projects. */
@Injectable()
export class StorageOfProjects implements ProjectKeeper {
  constructor(
    private readonly rows: ProjectsWithStorageRepository,
    private readonly uploads: UploadsService,
    private readonly files: FilesService,
    private readonly objects: StoredObjectsService,
  ) {}

  projectIds(): Promise<string[]> {
    return this.rows.projectIds();
  }

  async removeBatch(projectId: string): Promise<boolean> {
    for (const owner of [this.uploads, this.files, this.objects]) {
      if (await owner.removeBatch(projectId)) return true;
    }
    return false;
  }
}
