import type { CallContext, CommandContract, EventContract, StateContract } from '@earshot/contracts-core';
import {
  createMetric,
  feedbackRecordedTopic,
  type CreateMetric,
  type Metric,
  type MetricKind,
} from '@earshot/contracts-feedback';
import { abCampaignsState, advanceAbCampaign, chat, modelsState } from '@earshot/contracts-inference';
import {
  interactionImported,
  interactionQuotasState,
  interactionRecorded,
  interactionStarted,
  scanInteractions,
  userErased,
  type InteractionStarted,
} from '@earshot/contracts-interactions';
import { auditRecorded, projectsState } from '@earshot/contracts-projects';
import {
  EventPublisher,
  LaneClient,
  MessagingModule,
  newCallContext,
  RecordPublisher,
  producerHeader,
} from '@earshot/messaging';
import { MemoryBroker } from '@earshot/messaging/testing';
import { migrate } from '@earshot/persistence';
import { createTestDatabase } from '@earshot/persistence/testing';
import { createApp, createLogger, loadSettings } from '@earshot/service-kit';
import { Module, type DynamicModule, type INestApplication, type Type } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { AppModule } from '../src/app.module.js';
import { settings, type FeedbackConfig } from '../src/config.js';
import { databaseOptions } from '../src/database/data-source.js';
import { ScriptedChatsController } from './scripted-chats.controller.js';
import { ScriptedInferenceController } from './scripted-inference.controller.js';
import { ScriptedInteractionsController } from './scripted-interactions.controller.js';
import { startedEvent } from './started-event.js';

const logger = createLogger('feedback', 'feedback-0', process.env['LOG_LEVEL'] ?? 'silent');

@Module({})
class CallerModule {
  static on(broker: MemoryBroker): DynamicModule {
    const messaging = { brokers: [], service: 'caller', instance: 'caller-0', logger, broker };
    return {
      module: CallerModule,
      imports: [MessagingModule.forRoot(messaging)],
      controllers: [ScriptedInferenceController, ScriptedInteractionsController, ScriptedChatsController],
    };
  }
}

const at = '2026-01-31T12:00:00.000Z';
const times = { created_at: at, updated_at: at };

/** The service, with a project, and a caller of it. The database is real; the broker is in memory. */
export class FeedbackApp {
  readonly broker = new MemoryBroker();
  readonly projectId = randomUUID();
  readonly call: CallContext = newCallContext();
  readonly #closing: (() => Promise<void>)[] = [];
  #service: INestApplication | undefined;
  #caller: INestApplication | undefined;

  /** @param processes of the service. */
  async start(processes = 1): Promise<void> {
    const database = await createTestDatabase(process.env['DATABASE_ADMIN_URL'] ?? '', 'feedback');
    this.#closing.push(() => database.drop());
    await migrate(databaseOptions(database.url));
    const configOf = (index: number) => {
      const instance = `feedback-${index}`;
      const own = { KAFKA_BROKERS: 'none:1', EARSHOT_INSTANCE: instance, DATABASE_URL: database.url };
      return loadSettings(settings, { ...process.env, ...own });
    };
    const config = configOf(0);
    const topics = [interactionStarted, interactionRecorded, interactionImported, userErased, auditRecorded].map(
      ({ topic }) => topic,
    );
    const states = [projectsState, modelsState, abCampaignsState, interactionQuotasState].map(({ topic }) => topic);
    await this.broker.admin.ensureTopics([
      ...topics,
      ...states,
      feedbackRecordedTopic,
      advanceAbCampaign.topic,
      scanInteractions.topic,
      chat.topic,
    ]);
    this.#service = await this.#run(config, () => AppModule.forRoot(config, logger, this.broker));
    for (let index = 1; index < processes; index += 1) {
      await this.#run(configOf(index), () => AppModule.forRoot(configOf(index), logger, this.broker));
    }
    this.#caller = await this.#run(config, () => CallerModule.on(this.broker));
    await this.#lanes.connect();
    await this.project(this.projectId, 'support');
  }

  async stop(): Promise<void> {
    for (const close of this.#closing.reverse()) await close();
  }

  /** What stands for the service that owns campaigns. */
  get inference(): ScriptedInferenceController {
    return this.#get(ScriptedInferenceController);
  }

  /** A double of the service that owns interactions. */
  get interactions(): ScriptedInteractionsController {
    return this.#get(ScriptedInteractionsController);
  }

  /** What stands for the workers that answer chats. */
  get chats(): ScriptedChatsController {
    return this.#get(ScriptedChatsController);
  }

  /** The project has used up its quota of interactions; null: it has not. */
  async usedUpQuota(limit: number | null): Promise<void> {
    const project_id = this.projectId;
    await this.#state(interactionQuotasState, project_id, limit === null ? null : { project_id, limit });
  }

  /** A part of the service. */
  service<T>(type: Type<T>): T {
    return (this.#service as INestApplication).get(type, { strict: false });
  }

  /** @param id of the command: the same one again is the same command. */
  ask<Q, R>(contract: CommandContract<Q, R>, request: Q, id?: string): Promise<R> {
    return this.#lanes.command(contract, request, { call: this.call, ...(id !== undefined && { id }) });
  }

  publishEvent<E>(contract: EventContract<E>, event: E): Promise<void> {
    return this.#get(EventPublisher).publish(contract, event, { call: this.call });
  }

  async project(id: string, key: string): Promise<void> {
    await this.#state(projectsState, id, { id, key, name: key, system_prompt: null, ...times });
  }

  async projectGone(id: string): Promise<void> {
    await this.#state(projectsState, id, null);
  }

  /** A model of the project. */
  async model(key: string): Promise<string> {
    const id = randomUUID();
    const unused = { system_prompt: null, parameters: {}, fallback: [], default: false, capabilities: [] };
    const model = {
      id,
      project_id: this.projectId,
      key,
      name: key,
      provider: { kind: 'external' },
      ...unused,
      ...times,
    };
    await this.#state(modelsState, id, model);
    return id;
  }

  /** A metric of the project that no other test uses. */
  metric(kind: MetricKind, fields: Partial<CreateMetric> = {}): Promise<Metric> {
    const id = randomUUID();
    const usual = { id, project_id: this.projectId, key: id, name: 'A metric', kind, description: null };
    return this.ask(createMetric, { ...usual, scoring_type: 'higher_is_better', ...fields });
  }

  /** An answer of one choice is on its way. */
  async started(fields: Partial<InteractionStarted> = {}): Promise<InteractionStarted & { completionId: string }> {
    const { completionId, ...event } = startedEvent(this.projectId, fields);
    await this.publishEvent(interactionStarted, event);
    return { ...event, completionId };
  }

  /** What the service has published as facts, by type. */
  facts<T>(type: string): T[] {
    const records = this.broker.recordsOf(feedbackRecordedTopic.name).flat();
    return records.filter(({ headers }) => headers['type'] === type).map(({ value }) => JSON.parse(String(value)) as T);
  }

  get #lanes(): LaneClient {
    return this.#get(LaneClient);
  }

  #get<T>(type: abstract new (...args: never[]) => T): T {
    return (this.#caller as INestApplication).get<T>(type as never, { strict: false });
  }

  async #state(
    { topic, type }: Pick<StateContract, 'topic' | 'type'>,
    key: string,
    value: object | null,
  ): Promise<void> {
    const bytes = value && Buffer.from(JSON.stringify(value));
    await this.#get(RecordPublisher).publish([
      { topic: topic.name, key, type, value: bytes, headers: { [producerHeader]: topic.producer ?? '' } },
    ]);
  }

  async #run(config: FeedbackConfig, module: () => DynamicModule): Promise<INestApplication> {
    const app = await createApp({ service: 'feedback', settings, module }, config, logger);
    this.#closing.push(() => app.close());
    await app.listen(0, '127.0.0.1');
    await app.startAllMicroservices();
    return app;
  }
}
