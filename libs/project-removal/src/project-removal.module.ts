import { Module, type DynamicModule, type ModuleMetadata, type Type } from '@nestjs/common';
import { PROJECT_KEEPER, RemovedProjects, type ProjectKeeper } from './removed-projects.js';

/** Deletes the data of deleted projects. The service needs a replica of `projects.state`. */
@Module({})
export class ProjectRemovalModule {
  /** @param keeper deletes the data; with the imports and providers that it needs. */
  static of(
    keeper: Type<ProjectKeeper>,
    { imports = [], providers = [] }: Pick<ModuleMetadata, 'imports' | 'providers'> = {},
  ): DynamicModule {
    return {
      module: ProjectRemovalModule,
      imports,
      providers: [...providers, RemovedProjects, { provide: PROJECT_KEEPER, useClass: keeper }],
    };
  }
}
