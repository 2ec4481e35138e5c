import { Module, type DynamicModule, type ModuleMetadata, type Type } from '@nestjs/common';
import { PROJECT_KEEPER, type ProjectKeeper } from './project-keeper.js';
import { ProjectsClient } from './projects.client.js';
import { RemovedProjects } from './removed-projects.js';

/** Has what a service keeps of a project go with the project. The service has a replica of `projects.state`. */
@Module({})
export class ProjectRemovalModule {
  /** @param given the keeper, and what it needs. */
  static of(
    keeper: Type<ProjectKeeper>,
    { imports = [], providers = [] }: Pick<ModuleMetadata, 'imports' | 'providers'> = {},
  ): DynamicModule {
    return {
      module: ProjectRemovalModule,
      imports,
      providers: [...providers, ProjectsClient, RemovedProjects, { provide: PROJECT_KEEPER, useClass: keeper }],
    };
  }
}
