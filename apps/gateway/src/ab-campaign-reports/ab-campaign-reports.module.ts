import { Module } from '@nestjs/common';
import { AbCampaignReportsController } from './ab-campaign-reports.controller.js';
import { AbCampaignReportsService } from './ab-campaign-reports.service.js';

/** `/api/v1/projects/{project}/ab_campaigns/{campaign}/report` */
@Module({ controllers: [AbCampaignReportsController], providers: [AbCampaignReportsService] })
export class AbCampaignReportsModule {}
