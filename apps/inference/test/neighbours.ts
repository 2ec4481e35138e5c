import 'reflect-metadata';
import { Controller, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { metricsState, type Metric } from '@earshot/contracts-feedback';
import {
  abCampaignsState,
  modelsState,
  toolsState,
  type AbCampaign,
  type Model,
  type Tool,
} from '@earshot/contracts-inference';
import {
  interactionRecorded,
  interactionStarted,
  type InteractionRecorded,
  type InteractionStarted,
} from '@earshot/contracts-interactions';
import { auditRecorded, projectsState, type AuditEntry, type Project } from '@earshot/contracts-projects';
import {
  EventHandler,
  LaneClient,
  LaneServer,
  MessagingModule,
  RecordPublisher,
  replicaToken,
  type ReceivedEvent,
  type StateReplica,
  producerHeader,
} from '@earshot/messaging';
import { createLogger } from '@earshot/service-kit';
import { StorageClientModule, StoredObjects } from '@earshot/storage-client';
import { randomUUID } from 'node:crypto';
import { StorageDouble } from './storage-double.js';

/** What is published about interactions, and about changes. */
@Controller()
class Witness {
  readonly changes: AuditEntry[] = [];
  readonly started: InteractionStarted[] = [];
  readonly recorded: InteractionRecorded[] = [];

  @EventHandler(interactionStarted)
  async onStarted(events: readonly ReceivedEvent<InteractionStarted>[]): Promise<void> {
    this.started.push(...events.map(({ body }) => body));
  }

  @EventHandler(auditRecorded)
  async onChanged(events: readonly ReceivedEvent<AuditEntry>[]): Promise<void> {
    this.changes.push(...events.map(({ body }) => body));
  }

  @EventHandler(interactionRecorded)
  async onRecorded(events: readonly ReceivedEvent<InteractionRecorded>[]): Promise<void> {
    this.recorded.push(...events.map(({ body }) => body));
  }
}

/** Everybody around the inference service: the gateway that asks, the projects service, whoever reads the record. */
export class Neighbours {
  readonly client: LaneClient;
  readonly models: StateReplica<Model>;
  readonly tools: StateReplica<Tool>;
  readonly campaigns: StateReplica<AbCampaign>;
  readonly witness: Witness;
  readonly storage: StorageDouble;
  /** What lies in the bucket, as the gateway puts it there. */
  readonly objects: StoredObjects;
  readonly #records: RecordPublisher;

  private constructor(private readonly app: INestApplication) {
    this.client = app.get(LaneClient, { strict: false });
    this.models = app.get(replicaToken(modelsState), { strict: false });
    this.tools = app.get(replicaToken(toolsState), { strict: false });
    this.campaigns = app.get(replicaToken(abCampaignsState), { strict: false });
    this.witness = app.get(Witness, { strict: false });
    this.objects = app.get(StoredObjects, { strict: false });
    this.storage = app.get(StorageDouble, { strict: false });
    this.#records = app.get(RecordPublisher, { strict: false });
  }

  static async start(): Promise<Neighbours> {
    const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
    const service = `neighbours-${randomUUID().slice(0, 8)}`;
    const logger = createLogger(service, service, process.env['LOG_LEVEL'] ?? 'silent');
    const replicas = [modelsState, abCampaignsState, toolsState];
    const messaging = MessagingModule.forRoot({ brokers, service, instance: service, logger, replicas });
    Module({ imports: [messaging, StorageClientModule], controllers: [Witness, StorageDouble] })(NeighboursModule);
    const app = await NestFactory.create(NeighboursModule, new FastifyAdapter(), {
      logger: false,
      abortOnError: false,
    });
    app.connectMicroservice<MicroserviceOptions>({ strategy: app.get(LaneServer, { strict: false }) });
    await app.startAllMicroservices();
    await app.init();
    const neighbours = new Neighbours(app);
    await neighbours.storage.start();
    await neighbours.client.connect();
    await Promise.all([neighbours.models.ready, neighbours.campaigns.ready, neighbours.tools.ready]);
    return neighbours;
  }

  /** As the projects service does when a project is made or changed. */
  async publishProject(project: Project): Promise<void> {
    const { topic, type } = projectsState;
    const value = Buffer.from(JSON.stringify(project));
    await this.#records.publish([
      { topic: topic.name, key: project.id, type, value, headers: { [producerHeader]: topic.producer ?? '' } },
    ]);
  }

  /** As the feedback service does when a metric is made. */
  async publishMetric(metric: Metric): Promise<void> {
    const { topic, type } = metricsState;
    const value = Buffer.from(JSON.stringify(metric));
    await this.#records.publish([
      { topic: topic.name, key: metric.id, type, value, headers: { [producerHeader]: topic.producer ?? '' } },
    ]);
  }

  /** As the projects service does when a project goes. */
  async publishRemoval(projectId: string): Promise<void> {
    const { topic, type } = projectsState;
    await this.#records.publish([
      { topic: topic.name, key: projectId, type, value: null, headers: { [producerHeader]: topic.producer ?? '' } },
    ]);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.storage.stop();
  }
}

class NeighboursModule {}
