import { Injectable } from '@nestjs/common';
import type { ProjectContext } from '../../auth/request-context.js';
import { MetricsService } from '../../metrics/metrics.service.js';
import { ModelsService } from '../../models/models.service.js';
import { toMetricWithContext } from '../metrics/metric.nodes.js';
import { toModelService } from '../models/model.mapper.js';
import { toProjectRef } from './project.mapper.js';

/** Converts projects to nodes of the graph. */
@Injectable()
export class ProjectNodes {
  constructor(
    private readonly metrics: MetricsService,
    private readonly models: ModelsService,
  ) {}

  of(context: ProjectContext) {
    const { project, caller } = context;
    return {
      ...toProjectRef(project),
      metrics: async () => (await this.metrics.all(context)).map(toMetricWithContext),
      modelServices: async () => (await this.models.all(context)).map((model) => toModelService(model, project)),
      permissions: [...caller.permissions],
      shares: [],
    };
  }
}
