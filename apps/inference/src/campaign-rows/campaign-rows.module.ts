import { Module } from '@nestjs/common';
import { CampaignsRepository } from './campaigns.repository.js';

/** Rows of A/B campaigns: models must not change under a running one. */
@Module({ providers: [CampaignsRepository], exports: [CampaignsRepository] })
export class CampaignRowsModule {}
