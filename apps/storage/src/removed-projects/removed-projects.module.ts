import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { StoredObjectsModule } from '../stored-objects/stored-objects.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { ProjectsClient } from './projects.client.js';
import { RemovedProjectsRepository } from './removed-projects.repository.js';
import { RemovedProjects } from './removed-projects.js';

/** What becomes of the bucket when a project goes. */
@Module({
  imports: [UploadsModule, FilesModule, StoredObjectsModule],
  providers: [ProjectsClient, RemovedProjectsRepository, RemovedProjects],
})
export class RemovedProjectsModule {}
