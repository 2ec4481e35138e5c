import { Module, type DynamicModule, type INestApplication, type Type } from '@nestjs/common';
import { exportPiece } from '@earshot/contracts-interactions';
import { auditRecorded, projectsState, type Project } from '@earshot/contracts-projects';
import {
  LaneClient,
  MessagingModule,
  newCallContext,
  RecordPublisher,
  replicaToken,
  type MessagingOptions,
  producerHeader,
  type StateReplica,
} from '@earshot/messaging';
import { MemoryBroker } from '@earshot/messaging/testing';
import { migrate } from '@earshot/persistence';
import { createTestDatabase } from '@earshot/persistence/testing';
import { createApp, createLogger, loadSettings } from '@earshot/service-kit';
import type { CommandContract } from '@earshot/contracts-core';
import { AppModule } from '../src/app.module.js';
import { settings, type StorageConfig } from '../src/config.js';
import { databaseOptions } from '../src/database/data-source.js';
import { ScriptedExportsController } from './scripted-exports.controller.js';

const logger = createLogger('storage', 'storage-0', process.env['LOG_LEVEL'] ?? 'silent');

@Module({})
class CallerModule {
  static on(broker: MessagingOptions['broker']): DynamicModule {
    const messaging = MessagingModule.forRoot({ brokers: [], service: 'caller', instance: 'caller-0', logger, broker });
    return { module: CallerModule, imports: [messaging], controllers: [ScriptedExportsController] };
  }
}

/** The service and a caller of it. Database and bucket are real; the broker is in memory. */
export class StorageApp {
  readonly #closing: (() => Promise<void>)[] = [];
  readonly #call = newCallContext();
  #app: INestApplication | undefined;
  #lanes: LaneClient | undefined;
  #records: RecordPublisher | undefined;
  #exports: ScriptedExportsController | undefined;

  /** @param environment beside the suite's own. */
  async start(environment: Record<string, string> = {}): Promise<void> {
    const database = await createTestDatabase(process.env['DATABASE_ADMIN_URL'] ?? '', 'storage');
    this.#closing.push(() => database.drop());
    await migrate(databaseOptions(database.url));
    const own = { KAFKA_BROKERS: 'none:1', EARSHOT_INSTANCE: 'storage-0', DATABASE_URL: database.url, ...environment };
    const config = loadSettings(settings, { ...process.env, ...own });
    const broker = new MemoryBroker();
    await broker.admin.ensureTopics([projectsState.topic, auditRecorded.topic, exportPiece.topic]);
    this.#app = await this.#run(config, () => AppModule.forRoot(config, logger, broker));
    const caller = await this.#run(config, () => CallerModule.on(broker));
    this.#exports = caller.get(ScriptedExportsController);
    const lanes = caller.get(LaneClient, { strict: false });
    await lanes.connect();
    this.#lanes = lanes;
    this.#records = caller.get(RecordPublisher, { strict: false });
  }

  /** A part of the service. */
  service<T>(type: Type<T>): T {
    return (this.#app as INestApplication).get(type, { strict: false });
  }

  /** What stands for the service that exports interactions. */
  get exports(): ScriptedExportsController {
    return this.#exports as ScriptedExportsController;
  }

  async stop(): Promise<void> {
    for (const close of this.#closing.reverse()) await close();
  }

  ask<Q, R>(contract: CommandContract<Q, R>, request: Q): Promise<R> {
    return (this.#lanes as LaneClient).command(contract, request, { call: this.#call });
  }

  /** Publishes the state of a project as the projects service does. Resolves once the service has read it. */
  async publishProject(project: Project): Promise<void> {
    const { topic, type } = projectsState;
    const value = Buffer.from(JSON.stringify(project));
    const headers = { [producerHeader]: topic.producer ?? '' };
    await this.#records?.publish([{ topic: topic.name, key: project.id, type, value, headers }]);
    await (this.#app as INestApplication)
      .get<StateReplica<Project>>(replicaToken(projectsState), { strict: false })
      .fence();
  }

  /** A project is removed, as the projects service tells of it. */
  async projectGone(id: string): Promise<void> {
    const { topic, type } = projectsState;
    await this.#records?.publish([
      { topic: topic.name, key: id, type, value: null, headers: { [producerHeader]: topic.producer ?? '' } },
    ]);
  }

  async #run(config: StorageConfig, module: () => DynamicModule): Promise<INestApplication> {
    const app = await createApp({ service: 'storage', settings, module }, config, logger);
    this.#closing.push(() => app.close());
    await app.listen(0, '127.0.0.1');
    await app.startAllMicroservices();
    return app;
  }
}
