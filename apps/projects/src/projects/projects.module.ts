import { Module, type OnModuleInit } from '@nestjs/common';
import { projectsState, type Project } from '@earshot/contracts-projects';
import { InjectReplica, type StateReplica } from '@earshot/messaging';
import { StateReconciler } from '@earshot/persistence';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { ProjectEntity } from '../database/entities/project.entity.js';
import { toProject } from './project.mapper.js';
import { ProjectsConsumer } from './projects.consumer.js';
import { ProjectsRepository } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';

/** Projects. */
@Module({
  imports: [ApiKeysModule],
  controllers: [ProjectsConsumer],
  providers: [ProjectsService, ProjectsRepository],
})
export class ProjectsModule implements OnModuleInit {
  constructor(
    private readonly reconciler: StateReconciler,
    @InjectReplica(projectsState) private readonly replica: StateReplica<Project>,
  ) {}

  onModuleInit(): void {
    this.reconciler.add({
      contract: projectsState,
      replica: this.replica,
      entity: ProjectEntity,
      toValue: toProject,
    });
  }
}
