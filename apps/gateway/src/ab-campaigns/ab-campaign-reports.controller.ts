import { Controller, Get, Param } from '@nestjs/common';
import { campaignReportSchema } from '@earshot/dto-feedback';
import { RequirePermission } from '../auth/access.decorators.js';
import { InProject } from '../auth/project.pipe.js';
import type { ProjectContext } from '../http/request-context.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { AbCampaignsService } from './ab-campaigns.service.js';

/** What A/B campaigns have come to. */
@RequirePermission('read')
@Resource('A/B campaigns')
@Controller('api/v1/projects/:project/ab_campaigns/:campaign/report')
export class AbCampaignReportsController {
  constructor(private readonly campaigns: AbCampaignsService) {}

  @Get()
  @Operation({
    id: 'reportAbCampaign',
    summary: 'Get the report of an A/B campaign',
    description:
      'Includes all feedback that was answered before the request. Turns of one session are not independent, so each ' +
      'session counts once per model. The confidence intervals stay valid however often you read the report.',
    answer: campaignReportSchema,
    errors: ['ab_campaign_not_found', 'metric_not_found'],
  })
  read(@InProject() context: ProjectContext, @Param('campaign') campaign: string) {
    return this.campaigns.report(context, campaign);
  }
}
