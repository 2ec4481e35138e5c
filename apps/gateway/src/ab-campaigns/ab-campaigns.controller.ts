import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import {
  abCampaignPageSchema,
  abCampaignSchema,
  createAbCampaignSchema,
  updateAbCampaignSchema,
  type CreateAbCampaign,
  type UpdateAbCampaign,
} from '@earshot/dto-inference';
import { RequirePermission } from '../auth/access.decorators.js';
import { InProject } from '../auth/project.pipe.js';
import { BodyPipe, QueryPipe } from '../http/schema.pipe.js';
import type { ProjectContext } from '../http/request-context.js';
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
    summary: 'Start an A/B campaign',
    description:
      "It takes its share of the requests to the project's default model from this answer on. One campaign of a project does so at a time; " +
      'any number with a `traffic_split` of 0 may run beside it.',
    answer: abCampaignSchema,
    errors: ['key_taken', 'id_taken', 'metric_not_found', 'campaign_model_invalid', 'campaign_running'],
  })
  create(@InProject() context: ProjectContext, @Body(new BodyPipe(createAbCampaignSchema)) body: CreateAbCampaign) {
    return this.campaigns.create(context, body);
  }

  @Get()
  @Operation({
    id: 'listAbCampaigns',
    summary: 'List the A/B campaigns of a project',
    description: 'The oldest first.',
    answer: abCampaignPageSchema,
    errors: ['cursor_invalid'],
  })
  @RequirePermission('read')
  list(@InProject() context: ProjectContext, @Query(new QueryPipe(listQuerySchema)) query: ListQuery) {
    return this.campaigns.list(context, query);
  }

  @Get(':campaign')
  @Operation({
    id: 'readAbCampaign',
    summary: 'Read an A/B campaign',
    answer: abCampaignSchema,
    errors: ['ab_campaign_not_found'],
  })
  @RequirePermission('read')
  read(@InProject() context: ProjectContext, @Param('campaign') campaign: string) {
    return this.campaigns.read(context, campaign);
  }

  @Patch(':campaign')
  @Operation({
    id: 'updateAbCampaign',
    summary: 'Rename or cancel an A/B campaign',
    description: 'One that is done or cancelled stays so, and can still be renamed.',
    answer: abCampaignSchema,
    errors: ['ab_campaign_not_found', 'campaign_over'],
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
    summary: 'Remove an A/B campaign that is over',
    description: 'The interactions that were a part of it stay.',
    errors: ['ab_campaign_not_found', 'campaign_running'],
  })
  @HttpCode(204)
  remove(@InProject() context: ProjectContext, @Param('campaign') campaign: string) {
    return this.campaigns.remove(context, campaign);
  }
}
