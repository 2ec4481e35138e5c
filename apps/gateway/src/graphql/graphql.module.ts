import { Module } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import type { MercuriusDriverConfig } from '@nestjs/mercurius';
import { AbCampaignsModule } from '../ab-campaigns/ab-campaigns.module.js';
import { DatasetsModule } from '../datasets/datasets.module.js';
import { FeedbackModule } from '../feedback/feedback.module.js';
import { InteractionsModule } from '../interactions/interactions.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { ModelsModule } from '../models/models.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { RecipesModule } from '../recipes/recipes.module.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { AbCampaignsResolver } from './ab-campaigns/ab-campaigns.resolver.js';
import { CampaignNodes } from './ab-campaigns/campaign.nodes.js';
import { DatasetNodes } from './datasets/dataset.nodes.js';
import { DatasetsResolver } from './datasets/datasets.resolver.js';
import { DeferredDriver } from './deferred-driver.js';
import { FeedbackResolver } from './feedback/feedback.resolver.js';
import { GraphqlController } from './graphql.controller.js';
import { GraphqlService } from './graphql.service.js';
import { CompletionNodes } from './interactions/completion.nodes.js';
import { CompletionPages } from './interactions/completion-pages.service.js';
import { InteractionsResolver } from './interactions/interactions.resolver.js';
import { MetricNodes } from './metrics/metric.nodes.js';
import { MetricsResolver } from './metrics/metrics.resolver.js';
import { ModelChangesResolver } from './models/model-changes.resolver.js';
import { ModelsResolver } from './models/models.resolver.js';
import { ProjectScope } from './project-scope.service.js';
import { ProjectNodes } from './projects/project.nodes.js';
import { ProjectsResolver } from './projects/projects.resolver.js';
import { RecipesResolver } from './recipes/recipes.resolver.js';
import { scalars } from './scalars.js';
import { schema } from './schema.js';
import { UploadedFiles } from './uploaded-files.service.js';
import { UsersResolver } from './users/users.resolver.js';

/** The controller is the only route: guards, limits and body parsers know it as they know those of REST. */
const engine = GraphQLModule.forRoot<MercuriusDriverConfig>({
  driver: DeferredDriver,
  typeDefs: schema,
  resolvers: scalars,
  routes: false,
  // The service maps errors, and needs their causes.
  errorFormatter: (response) => ({ statusCode: 200, response }),
});

/** `POST /api/graphql`: the management interface of the client `adaptive-sdk`, over the services of REST. */
@Module({
  imports: [
    ...[engine, LimitsModule, ProjectsModule, ModelsModule, MetricsModule, FeedbackModule],
    ...[AbCampaignsModule, InteractionsModule, DatasetsModule, RecipesModule, UploadsModule],
  ],
  controllers: [GraphqlController],
  providers: [
    ...[GraphqlService, ProjectScope, UploadedFiles],
    ...[UsersResolver, ProjectsResolver, ProjectNodes, ModelsResolver, ModelChangesResolver],
    ...[MetricsResolver, MetricNodes, FeedbackResolver, AbCampaignsResolver, CampaignNodes],
    ...[InteractionsResolver, CompletionPages, CompletionNodes, DatasetsResolver, DatasetNodes, RecipesResolver],
  ],
})
export class GraphqlModule {}
