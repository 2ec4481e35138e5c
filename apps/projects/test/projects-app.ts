import {
  apiKeysState,
  projectsState,
  sessionsState,
  type ApiKeyState,
  type Project,
  type SessionState,
} from '@earshot/contracts-projects';
import type { StateContract } from '@earshot/contracts-core';
import {
  LaneClient,
  LaneServer,
  MessagingModule,
  newCallContext,
  RecordPublisher,
  replicaToken,
  type Logger,
  producerHeader,
} from '@earshot/messaging';
import type { MemoryBroker } from '@earshot/messaging/testing';
import type { StateReplica } from '@earshot/messaging';
import { migrate, PersistenceModule } from '@earshot/persistence';
import { createTestDatabase } from '@earshot/persistence/testing';
import { Module, type DynamicModule, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { AuditLogModule } from '../src/audit-log/audit-log.module.js';
import { ApiKeysModule } from '../src/api-keys/api-keys.module.js';
import { databaseOptions } from '../src/database/data-source.js';
import { ProjectsModule } from '../src/projects/projects.module.js';
import { SessionsModule } from '../src/sessions/sessions.module.js';

const replicas = [projectsState, apiKeysState, sessionsState];

const none = () => undefined;
const logger: Logger = { debug: none, info: none, warn: none, error: none };

@Module({})
class TestModule {}

/** An empty, migrated database. */
export async function createProjectsDatabase() {
  const database = await createTestDatabase(process.env['DATABASE_ADMIN_URL'] ?? '', 'projects');
  await migrate(databaseOptions(database.url));
  return database;
}

/** The service within this process, over a broker within this process. Resolves once it takes commands. */
export async function startProjects(databaseUrl: string, broker: MemoryBroker): Promise<INestMicroservice> {
  const module: DynamicModule = {
    module: TestModule,
    imports: [
      MessagingModule.forRoot({ brokers: [], broker, service: 'projects', instance: 'projects-0', logger, replicas }),
      PersistenceModule.forRoot({ ...databaseOptions(databaseUrl), logger }),
      ProjectsModule,
      ApiKeysModule,
      SessionsModule,
      AuditLogModule.forRoot(400),
    ],
  };
  const options: AsyncMicroserviceOptions = {
    inject: [LaneServer],
    useFactory: (strategy: LaneServer) => ({ strategy }),
  };
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(module, {
    ...options,
    logger: false,
    abortOnError: false,
  });
  await app.listen();
  return app;
}

/** A caller of the service, with replicas of what it publishes. */
export async function startCaller(options: { broker: MemoryBroker } | { brokers: string[] }) {
  const messaging = { brokers: [], service: 'caller', instance: 'caller-0', logger, replicas, ...options };
  const app = await NestFactory.createApplicationContext(
    { module: TestModule, imports: [MessagingModule.forRoot(messaging)] },
    { logger: false, abortOnError: false },
  );
  const lanes = app.get(LaneClient);
  const projects = app.get<StateReplica<Project>>(replicaToken(projectsState));
  const apiKeys = app.get<StateReplica<ApiKeyState>>(replicaToken(apiKeysState));
  const sessions = app.get<StateReplica<SessionState>>(replicaToken(sessionsState));
  await lanes.connect();
  await Promise.all([projects.ready, apiKeys.ready, sessions.ready]);
  const publish = ({ topic, type }: Pick<StateContract, 'topic' | 'type'>, key: string, value: object) =>
    app.get(RecordPublisher).publish([
      {
        topic: topic.name,
        key,
        type,
        value: Buffer.from(JSON.stringify(value)),
        headers: { [producerHeader]: topic.producer ?? '' },
      },
    ]);
  return { lanes, projects, apiKeys, sessions, publish, call: newCallContext(), close: () => app.close() };
}
