import { Module, type OnModuleInit } from '@nestjs/common';
import { metricsState, type Metric } from '@earshot/contracts-feedback';
import { InjectReplica, type StateReplica } from '@earshot/messaging';
import { StateReconciler } from '@earshot/persistence';
import { MetricEntity } from '../database/entities/metric.entity.js';
import { toMetric } from './metric.mapper.js';
import { MetricNames } from './metric-names.service.js';
import { MetricsConsumer } from './metrics.consumer.js';
import { MetricsRepository } from './metrics.repository.js';
import { MetricsService } from './metrics.service.js';

/** Metrics: managing them, and finding the ones that requests name. */
@Module({
  controllers: [MetricsConsumer],
  providers: [MetricsService, MetricNames, MetricsRepository],
  exports: [MetricNames, MetricsRepository, MetricsService],
})
export class MetricsModule implements OnModuleInit {
  constructor(
    private readonly reconciler: StateReconciler,
    @InjectReplica(metricsState) private readonly replica: StateReplica<Metric>,
  ) {}

  onModuleInit(): void {
    this.reconciler.add({ contract: metricsState, replica: this.replica, entity: MetricEntity, toValue: toMetric });
  }
}
