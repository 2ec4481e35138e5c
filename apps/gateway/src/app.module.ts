import { Module, type DynamicModule } from '@nestjs/common';
import { metricsState } from '@earshot/contracts-feedback';
import { apiKeysState, apiKeyUsageState, projectsState, sessionsState } from '@earshot/contracts-projects';
import { abCampaignsState, modelsState, toolsState } from '@earshot/contracts-inference';
import { interactionQuotasState } from '@earshot/contracts-interactions';
import {
  CampaignDirectory,
  DirectoryModule,
  MetricDirectory,
  ModelDirectory,
  ObservedState,
  ProjectDirectory,
  ToolDirectory,
} from '@earshot/directory';
import { MessagingHealth, MessagingModule, type Logger, type MessagingOptions } from '@earshot/messaging';
import { Health } from '@earshot/service-kit';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { AbCampaignsModule } from './ab-campaigns/ab-campaigns.module.js';
import { AnthropicDialectModule } from './anthropic-dialect/anthropic-dialect.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { ArtifactsModule } from './artifacts/artifacts.module.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { AccessGuard, AuthenticationGuard, ProjectGuard } from './auth/access.guard.js';
import { AuthModule } from './auth/auth.module.js';
import { ChatCompletionsModule } from './chat-completions/chat-completions.module.js';
import type { GatewayConfig } from './config.js';
import { ConsoleModule } from './console/console.module.js';
import { DatasetsModule } from './datasets/datasets.module.js';
import { DocsModule } from './docs/docs.module.js';
import { EmbeddingsModule } from './embeddings/embeddings.module.js';
import { FeedbackModule } from './feedback/feedback.module.js';
import { GraphqlModule } from './graphql/graphql.module.js';
import { addGuards } from './http/request-guards.js';
import { ImagesModule } from './images/images.module.js';
import { InteractionsModule } from './interactions/interactions.module.js';
import { LimitsGuard } from './limits/limits.guard.js';
import { LimitsModule } from './limits/limits.module.js';
import { LiveEventsModule } from './live-events/live-events.module.js';
import { ManagementModule } from './management/management.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { ModelsModule } from './models/models.module.js';
import { OpenaiDialectModule } from './openai-dialect/openai-dialect.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { RecipesModule } from './recipes/recipes.module.js';
import { ResponsesModule } from './responses/responses.module.js';
import { ReviewQueuesModule } from './review-queues/review-queues.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { ToolsModule } from './tools/tools.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

const directories = [
  ProjectDirectory,
  ModelDirectory,
  MetricDirectory,
  CampaignDirectory,
  ToolDirectory,
  ObservedState,
];

const replicas = [
  projectsState,
  apiKeysState,
  sessionsState,
  apiKeyUsageState,
  modelsState,
  metricsState,
  abCampaignsState,
  toolsState,
  interactionQuotasState,
];

/** A module for each resource and dialect. Those that resources share are imported before. */
const resources = [
  ChatCompletionsModule,
  EmbeddingsModule,
  InteractionsModule,
  LiveEventsModule,
  ImagesModule,
  UploadsModule,
  DatasetsModule,
  RecipesModule,
  ArtifactsModule,
  FeedbackModule,
  MetricsModule,
  ReviewQueuesModule,
  ModelsModule,
  ToolsModule,
  AbCampaignsModule,
  ProjectsModule,
  ApiKeysModule,
  SessionsModule,
  AuditLogModule,
  OpenaiDialectModule,
  AnthropicDialectModule,
  ResponsesModule,
  GraphqlModule,
  OpenApiModule,
  DocsModule,
  ConsoleModule,
];

/** The gateway: one module for each resource, and what they share. */
@Module({})
export class AppModule {
  constructor(
    health: Health,
    messaging: MessagingHealth,
    { httpAdapter }: HttpAdapterHost,
    authentication: AuthenticationGuard,
    access: AccessGuard,
    limits: LimitsGuard,
    project: ProjectGuard,
  ) {
    health.register(() => messaging.check());
    addGuards(httpAdapter.getInstance<FastifyInstance>(), [authentication, access, limits, project]);
  }

  /** @param broker in place of Kafka, for tests. */
  static forRoot(config: GatewayConfig, logger: Logger, broker?: MessagingOptions['broker']): DynamicModule {
    const { brokers, security, instance } = config;
    const messaging = MessagingModule.forRoot({
      brokers,
      security,
      instance,
      logger,
      broker,
      service: 'gateway',
      replicas,
    });
    const shared = [messaging, DirectoryModule.of(...directories), AuthModule, LimitsModule, ManagementModule];
    return { module: AppModule, imports: [...shared, ...resources] };
  }
}
