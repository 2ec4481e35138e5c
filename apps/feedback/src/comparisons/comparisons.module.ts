import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { ReferencesModule } from '../references/references.module.js';
import { ComparisonsConsumer } from './comparisons.consumer.js';
import { ComparisonsWriter } from './comparisons-writer.service.js';
import { ComparisonsRepository } from './comparisons.repository.js';
import { ComparisonsService } from './comparisons.service.js';

/** Comparisons of two completions. */
@Module({
  imports: [CampaignsModule, MetricsModule, ReferencesModule],
  controllers: [ComparisonsConsumer],
  providers: [ComparisonsService, ComparisonsWriter, ComparisonsRepository],
  exports: [ComparisonsService, ComparisonsWriter],
})
export class ComparisonsModule {}
