import { Module } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { projectsState } from '@earshot/contracts-projects';
import { publishedTable } from '@earshot/persistence';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { ProjectEntity } from '../database/entities/project.entity.js';
import { ProjectsConsumer } from './projects.consumer.js';
import { ProjectsRepository } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';

/** Projects. */
@Module({
  imports: [ApiKeysModule],
  controllers: [ProjectsConsumer],
  providers: [
    ProjectsService,
    ProjectsRepository,
    ResourceChanges,
    publishedTable({ contract: projectsState, entity: ProjectEntity }),
  ],
})
export class ProjectsModule {}
