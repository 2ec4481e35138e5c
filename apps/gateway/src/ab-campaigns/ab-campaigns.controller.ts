import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import {
  campaignHistoryQuerySchema,
  campaignHistorySchema,
  campaignReportSchema,
  type CampaignHistoryQuery,
} from '@earshot/dto-feedback';
import {
  abCampaignPageSchema,
  abCampaignSchema,
  createAbCampaignSchema,
  updateAbCampaignSchema,
  type CreateAbCampaign,
  type UpdateAbCampaign,
} from '@earshot/dto-inference';
import { RequirePermission } from '../auth/route.decorators.js';
import { InProject, type ProjectContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { AbCampaignsService } from './ab-campaigns.service.js';

/** The A/B campaigns of a project. */
@RequirePermission('manage')
@Resource('A/B campaigns')
@Controller('api/v1/projects/:project/ab_campaigns')
export class AbCampaignsController {
  constructor(private readonly campaigns: AbCampaignsService) {}

  @Post()
  @Operation({
    id: 'createAbCampaign',
    summary: 'Create an A/B campaign',
    description:
      "The campaign receives its share of requests to the project's default model as soon as it is created. A project has " +
      'one such campaign at a time; any number with a `traffic_split` of 0 can run alongside it.',
    answer: abCampaignSchema,
    errors: [
      'key_taken',
      'id_taken',
      'metric_not_found',
      'model_not_found',
      'campaign_model_invalid',
      'campaign_running',
    ],
  })
  create(@InProject() context: ProjectContext, @Body(new BodyPipe(createAbCampaignSchema)) body: CreateAbCampaign) {
    return this.campaigns.create(context, body);
  }

  @Get()
  @Operation({ id: 'listAbCampaigns', summary: 'List A/B campaigns', answer: abCampaignPageSchema })
  @RequirePermission('read')
  list(@InProject() context: ProjectContext, @Query(new QueryPipe(listQuerySchema)) query: ListQuery) {
    return this.campaigns.list(context, query);
  }

  @Get(':campaign')
  @Operation({ id: 'readAbCampaign', summary: 'Get an A/B campaign', answer: abCampaignSchema })
  @RequirePermission('read')
  read(@InProject() context: ProjectContext, @Param('campaign') campaign: string) {
    return this.campaigns.read(context, campaign);
  }

  @Get(':campaign/report')
  @Operation({
    id: 'reportAbCampaign',
    summary: 'Get the report of an A/B campaign',
    description:
      'Includes all feedback that was answered before the request. Turns of one session are not independent, so each ' +
      'session counts once per model. The confidence intervals stay valid however often you read the report.',
    answer: campaignReportSchema,
    errors: ['metric_not_found'],
  })
  @RequirePermission('read')
  report(@InProject() context: ProjectContext, @Param('campaign') campaign: string) {
    return this.campaigns.report(context, campaign);
  }

  @Get(':campaign/report/history')
  @Operation({
    id: 'reportAbCampaignHistory',
    summary: 'Get past reports of an A/B campaign',
    description:
      'The report as it was when feedback changed it, at most once a second. Earlier points are thinned evenly in time. ' +
      'The last point is the current report.',
    answer: campaignHistorySchema,
    errors: ['metric_not_found'],
  })
  @RequirePermission('read')
  history(
    @InProject() context: ProjectContext,
    @Param('campaign') campaign: string,
    @Query(new QueryPipe(campaignHistoryQuerySchema)) query: CampaignHistoryQuery,
  ) {
    return this.campaigns.history(context, campaign, query);
  }

  @Patch(':campaign')
  @Operation({
    id: 'updateAbCampaign',
    summary: 'Rename or cancel an A/B campaign',
    description: 'A finished or cancelled campaign cannot be restarted, but can be renamed.',
    answer: abCampaignSchema,
    errors: ['campaign_over'],
  })
  update(
    @InProject() context: ProjectContext,
    @Param('campaign') campaign: string,
    @Body(new BodyPipe(updateAbCampaignSchema)) body: UpdateAbCampaign,
  ) {
    return this.campaigns.update(context, campaign, body);
  }

  @Delete(':campaign')
  @Operation({
    id: 'deleteAbCampaign',
    summary: 'Delete an A/B campaign',
    description: 'The campaign must not be running. Its interactions are kept.',
    errors: ['campaign_running'],
  })
  remove(@InProject() context: ProjectContext, @Param('campaign') campaign: string) {
    return this.campaigns.remove(context, campaign);
  }
}
