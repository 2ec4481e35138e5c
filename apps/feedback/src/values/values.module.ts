import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { ReferencesModule } from '../references/references.module.js';
import { ValueLedger } from './value-ledger.service.js';
import { ValueListsService } from './value-lists.service.js';
import { ValuesConsumer } from './values.consumer.js';
import { ValuesRepository } from './values.repository.js';
import { ValuesService } from './values.service.js';

/** What is said about completions and sessions. */
@Module({
  imports: [CampaignsModule, MetricsModule, ReferencesModule],
  controllers: [ValuesConsumer],
  providers: [ValuesService, ValueListsService, ValueLedger, ValuesRepository],
  exports: [ValueLedger, ValuesRepository],
})
export class ValuesModule {}
