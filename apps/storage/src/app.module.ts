import { Module, type DynamicModule } from '@nestjs/common';
import { projectsState } from '@earshot/contracts-projects';
import { DirectoryModule, ProjectDirectory } from '@earshot/directory';
import { MessagingHealth, MessagingModule, type MessagingOptions } from '@earshot/messaging';
import { DatabaseHealth, PersistenceModule } from '@earshot/persistence';
import { ProjectRemovalModule } from '@earshot/project-removal';
import { Health, type Logger } from '@earshot/service-kit';
import type { StorageConfig } from './config.js';
import { databaseOptions } from './database/data-source.js';
import { FilesModule } from './files/files.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { BucketHealth } from './objects/bucket-health.js';
import { ObjectsModule } from './objects/objects.module.js';
import { ProjectsWithStorageRepository } from './removed-projects/projects-with-storage.repository.js';
import { StorageOfProjects } from './removed-projects/storage-of-projects.js';
import { StoredObjectsModule } from './stored-objects/stored-objects.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

/** The storage service. */
@Module({})
export class AppModule {
  constructor(health: Health, messaging: MessagingHealth, database: DatabaseHealth, bucket: BucketHealth) {
    health.register(() => messaging.check());
    health.register(() => database.check());
    health.register(() => bucket.check());
  }

  /** @param broker replaces Kafka in tests. */
  static forRoot(config: StorageConfig, logger: Logger, broker?: MessagingOptions['broker']): DynamicModule {
    const { brokers, security, instance, databaseUrl } = config;
    const replicas = [projectsState];
    return {
      module: AppModule,
      imports: [
        MessagingModule.forRoot({ service: 'storage', brokers, security, broker, instance, logger, replicas }),
        PersistenceModule.forRoot({ ...databaseOptions(databaseUrl, instance), logger }),
        DirectoryModule.of(ProjectDirectory),
        ObjectsModule,
        StoredObjectsModule,
        UploadsModule,
        FilesModule,
        JobsModule,
        ProjectRemovalModule.of(StorageOfProjects, {
          imports: [UploadsModule, FilesModule, StoredObjectsModule],
          providers: [ProjectsWithStorageRepository],
        }),
      ],
    };
  }
}
