import { Injectable } from '@nestjs/common';
import type { MetricResponse, SummaryResponse } from '@earshot/dto-feedback';
import type { ProjectContext } from '../../auth/request-context.js';
import { MetricsService } from '../../metrics/metrics.service.js';
import { once, onceEach } from '../once.js';
import { orNull } from '../project-scope.service.js';
import { toProjectRef } from '../projects/project.mapper.js';

/** Converts metrics to nodes of the graph. */
@Injectable()
export class MetricNodes {
  constructor(private readonly metrics: MetricsService) {}

  /** The summary is read only if a field needs it. */
  of(context: ProjectContext, metric: MetricResponse) {
    const summary = once<SummaryResponse>(() => this.metrics.summarise(context, metric.id, {}));
    return {
      ...toMetricWithContext(metric),
      hasDirectScores: async () => (await summary()).count > 0,
      hasComparisonScores: async () => hasAny((await summary()).comparisons),
      projects: [toProjectRef(context.project)],
    };
  }

  /** Returns a function that finds the metrics of a project, each once. A deleted one is null. */
  finder(context: ProjectContext) {
    return onceEach((key: string) =>
      orNull(this.metrics.read(context, key).then((metric) => this.of(context, metric))),
    );
  }
}

/** Converts a metric, without what is recorded under it. */
export function toMetricWithContext({ id, key, name, kind, scoring_type, description, created_at }: MetricResponse) {
  return {
    ...{ id, key, name, description: description ?? '' },
    kind: kind.toUpperCase(),
    scoringType: scoring_type.toUpperCase(),
    createdAt: Date.parse(created_at),
  };
}

function hasAny({ wins, losses, ties }: SummaryResponse['comparisons']): boolean {
  return wins + losses + ties > 0;
}
