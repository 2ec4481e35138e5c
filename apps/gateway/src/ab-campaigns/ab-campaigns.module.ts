import { Module } from '@nestjs/common';
import { AbCampaignsController } from './ab-campaigns.controller.js';
import { AbCampaignsService } from './ab-campaigns.service.js';

/** `/api/v1/projects/{project}/ab_campaigns`, and their reports */
@Module({ controllers: [AbCampaignsController], providers: [AbCampaignsService], exports: [AbCampaignsService] })
export class AbCampaignsModule {}
