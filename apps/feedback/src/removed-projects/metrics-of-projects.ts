import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import type { ProjectKeeper } from '@earshot/project-removal';
import { MetricsService } from '../metrics/metrics.service.js';

/** The metrics of projects: with each goes what was recorded under it. */
@Injectable()
export class MetricsOfProjects implements ProjectKeeper {
  constructor(private readonly metrics: MetricsService) {}

  projectIds(): Promise<string[]> {
    return this.metrics.projectIds();
  }

  removeSomeOf(projectId: string, call: CallContext): Promise<boolean> {
    return this.metrics.removeSomeOf(projectId, call);
  }
}
