import { Module } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import { metricsState } from '@earshot/contracts-feedback';
import { publishedTable } from '@earshot/persistence';
import { MetricEntity } from '../database/entities/metric.entity.js';
import { MetricNames } from './metric-names.service.js';
import { MetricRemovalWorker } from './metric-removal.worker.js';
import { MetricsConsumer } from './metrics.consumer.js';
import { MetricsRepository } from './metrics.repository.js';
import { MetricsService } from './metrics.service.js';

/** Manages metrics and looks up those that requests name. */
@Module({
  controllers: [MetricsConsumer],
  providers: [
    MetricsService,
    MetricNames,
    MetricsRepository,
    MetricRemovalWorker,
    ResourceChanges,
    publishedTable({ contract: metricsState, entity: MetricEntity }),
  ],
  exports: [MetricNames, MetricsRepository, ResourceChanges],
})
export class MetricsModule {}
