import { randomUUID } from 'node:crypto';
import { Controller, Module, type DynamicModule, type INestApplication, type Type } from '@nestjs/common';
import type { CommandContract, EventContract, StateContract } from '@earshot/contracts-core';
import { feedbackContracts, metricsState, type Metric } from '@earshot/contracts-feedback';
import { abCampaignsState, type AbCampaign, modelsState, type Model } from '@earshot/contracts-inference';
import { interactionsContracts } from '@earshot/contracts-interactions';
import { auditRecorded, projectsState, type Project } from '@earshot/contracts-projects';
import {
  keepObject,
  removeObject,
  type ObjectName,
  type RemovedObject,
  type StoredObject,
} from '@earshot/contracts-storage';
import { notFound } from '@earshot/errors';
import {
  CommandHandler,
  EventPublisher,
  LaneClient,
  MessagingModule,
  newCallContext,
  RecordPublisher,
  type Command,
  type CommandResult,
  type MessagingOptions,
  producerHeader,
} from '@earshot/messaging';
import { MemoryBroker } from '@earshot/messaging/testing';
import { migrate } from '@earshot/persistence';
import { createTestDatabase, type TestDatabase } from '@earshot/persistence/testing';
import { createApp, createLogger, loadSettings } from '@earshot/service-kit';
import { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { settings, type InteractionsConfig } from '../src/config.js';
import { databaseOptions } from '../src/database/data-source.js';

const logger = createLogger('interactions', 'interactions-0', process.env['LOG_LEVEL'] ?? 'silent');
const now = '2026-01-02T03:04:05.678Z';

/** Objects in the bucket by kind and name; true: kept. */
const bucket = new Map<string, boolean>();

/** A double of the storage service. */
@Controller()
class StorageDouble {
  @CommandHandler(keepObject)
  async keep(commands: readonly Command<ObjectName>[]): Promise<CommandResult<StoredObject>[]> {
    return commands.map(({ body }) => {
      const key = `${body.kind}/${body.name}`;
      if (!bucket.has(key)) return { error: notFound('object', body.name) };
      bucket.set(key, true);
      const content = { size: 2, sha256: '0'.repeat(64), content_type: 'application/json' };
      return { ok: { ...body, ...content, id: randomUUID(), created_at: now } };
    });
  }

  @CommandHandler(removeObject)
  async remove(commands: readonly Command<ObjectName>[]): Promise<CommandResult<RemovedObject>[]> {
    return commands.map(({ body }) => ({ ok: { removed: bucket.delete(`${body.kind}/${body.name}`) } }));
  }
}

@Module({ controllers: [StorageDouble] })
class AroundModule {
  static on(broker: MessagingOptions['broker']): DynamicModule {
    const messaging = MessagingModule.forRoot({
      brokers: [],
      service: 'storage',
      instance: 'around-0',
      logger,
      broker,
    });
    return { module: AroundModule, imports: [messaging] };
  }
}

/** The service with a client and the services around it. The database is real; the broker is in memory. */
export class InteractionsApp {
  readonly broker = new MemoryBroker();
  readonly bucket = bucket;
  readonly call = newCallContext();
  readonly #closing: (() => Promise<void>)[] = [];
  readonly #services: INestApplication[] = [];
  #around!: INestApplication;
  #database!: TestDatabase;
  dataSource!: DataSource;

  /** @param processes of the service. @param prepare fills the empty database before the migrations run. */
  async start(processes = 1, prepare?: (url: string) => Promise<void>): Promise<void> {
    this.#database = await createTestDatabase(process.env['DATABASE_ADMIN_URL'] ?? '', 'interactions');
    this.#closing.push(() => this.#database.drop());
    await prepare?.(this.#database.url);
    await migrate(databaseOptions(this.#database.url));
    this.dataSource = await new DataSource({
      type: 'postgres',
      url: this.#database.url,
      installExtensions: false,
      extra: { options: '-c search_path=interactions' },
    }).initialize();
    this.#closing.push(() => this.dataSource.destroy());
    await this.broker.admin.ensureTopics(
      [...interactionsContracts, ...feedbackContracts, auditRecorded].map(({ topic }) => topic),
    );
    this.#around = await this.#run('around-0', () => AroundModule.on(this.broker));
    await this.#around.get(LaneClient, { strict: false }).connect();
    for (let index = 0; index < processes; index += 1) await this.startService(`interactions-${index}`);
  }

  /** Starts another process of the service. */
  async startService(instance: string): Promise<void> {
    this.#services.push(await this.#run(instance, (config) => AppModule.forRoot(config, logger, this.broker)));
  }

  /** A provider of the first process. */
  service<T>(type: Type<T>): T {
    return (this.#services[0] as INestApplication).get(type, { strict: false });
  }

  async stop(): Promise<void> {
    for (const close of this.#closing.reverse()) await close();
    bucket.clear();
  }

  send<Q, R>(contract: CommandContract<Q, R>, request: Q, id?: string): Promise<R> {
    const lanes = this.#around.get(LaneClient, { strict: false });
    return lanes.command(contract, request, { call: this.call, deadlineMs: 20_000, ...(id && { id }) });
  }

  publish<E>(contract: EventContract<E>, event: E): Promise<void> {
    return this.#around.get(EventPublisher, { strict: false }).publish(contract, event, { call: this.call });
  }

  /** The events of a topic, in no order across its partitions. */
  published<E>({ topic }: EventContract<E>): E[] {
    const records = this.broker.recordsOf(topic.name).flat();
    return records.map(({ value }) => JSON.parse(String(value)) as E);
  }

  async project(fields: Partial<Project> = {}): Promise<Project> {
    const id = randomUUID();
    const times = { created_at: now, updated_at: now };
    const created = { id, key: `p-${id.slice(0, 8)}`, name: 'p', system_prompt: null, ...times, ...fields };
    await this.#publish(projectsState, created);
    return created;
  }

  /** Publishes a quota of interactions, in force soon. */
  async setQuota(project: Project, interactions: number): Promise<void> {
    await this.#publish(projectsState, { ...project, quotas: { interactions } });
  }

  async model(project: Project, key = 'large'): Promise<Model> {
    const created: Model = {
      id: randomUUID(),
      project_id: project.id,
      key,
      name: key,
      provider: { kind: 'external' },
      fallback: [],
      default: true,
      capabilities: ['chat'],
      system_prompt: null,
      parameters: {},
      created_at: now,
      updated_at: now,
    };
    await this.#publish(modelsState, created);
    return created;
  }

  removeModel({ id }: Model): Promise<void> {
    return this.#remove(modelsState, id);
  }

  removeProject({ id }: Project): Promise<void> {
    return this.#remove(projectsState, id);
  }

  async campaign(project: Project, key: string): Promise<AbCampaign> {
    const created: AbCampaign = {
      id: randomUUID(),
      project_id: project.id,
      key,
      name: key,
      metric_id: randomUUID(),
      model_ids: [randomUUID(), randomUUID()],
      traffic_split: 0.5,
      feedback_type: 'metric',
      auto_deploy: false,
      status: 'warmup',
      winner_model_id: null,
      created_at: now,
      updated_at: now,
    };
    await this.#publish(abCampaignsState, created);
    return created;
  }

  async metric(project: Project, key: string, kind: Metric['kind']): Promise<Metric> {
    const created: Metric = {
      id: randomUUID(),
      project_id: project.id,
      key,
      name: key,
      kind,
      scoring_type: 'higher_is_better',
      description: null,
      created_at: now,
      updated_at: now,
    };
    await this.#publish(metricsState, created);
    return created;
  }

  async #remove<V>({ topic, type }: StateContract<V>, id: string): Promise<void> {
    const record = {
      topic: topic.name,
      key: id,
      type,
      value: null,
      headers: { [producerHeader]: topic.producer ?? '' },
    };
    await this.#around.get(RecordPublisher, { strict: false }).publish([record]);
  }

  async #publish<V extends { id: string }>({ topic, type }: StateContract<V>, value: V): Promise<void> {
    const record = {
      topic: topic.name,
      key: value.id,
      type,
      value: Buffer.from(JSON.stringify(value)),
      headers: { [producerHeader]: topic.producer ?? '' },
    };
    await this.#around.get(RecordPublisher, { strict: false }).publish([record]);
  }

  async #run(instance: string, module: (config: InteractionsConfig) => DynamicModule): Promise<INestApplication> {
    const own = { KAFKA_BROKERS: 'none:1', EARSHOT_INSTANCE: instance, DATABASE_URL: this.#database.url };
    const config = loadSettings(settings, { ...process.env, ...own });
    const app = await createApp({ service: 'interactions', settings, module: () => module(config) }, config, logger);
    this.#closing.push(() => app.close());
    await app.listen(0, '127.0.0.1');
    await app.startAllMicroservices();
    return app;
  }
}
