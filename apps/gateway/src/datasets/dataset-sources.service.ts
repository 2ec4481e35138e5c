import { Injectable } from '@nestjs/common';
import type { InteractionFilter } from '@earshot/contracts-interactions';
import type { DatasetSource } from '@earshot/contracts-storage';
import { MetricDirectory } from '@earshot/directory';
import type { InteractionsSource } from '@earshot/dto-interactions';
import { invalidRequest, notFound } from '@earshot/errors';
import { permissionMissing } from '../auth/access.errors.js';
import type { Caller } from '../auth/caller.js';
import { InteractionFilters } from '../interactions/interaction-filters.service.js';

const metricParam = 'from.filter.metric';

/** Resolves the sources of datasets of interactions. */
@Injectable()
export class DatasetSources {
  constructor(
    private readonly filters: InteractionFilters,
    private readonly metrics: MetricDirectory,
  ) {}

  /**
   * Replaces keys by ids, which do not change.
   * @throws AppError `permission_missing`, `metric_not_found`, `metric_not_fit`
   */
  async resolve(
    { kind, format, filter, snapshot }: InteractionsSource,
    project: { id: string; key: string },
    caller: Caller,
  ): Promise<DatasetSource> {
    if (!caller.permissions.has('read')) throw permissionMissing('read');
    const chosen = await this.filters.resolve(filter, project);
    const metric = chosen.metric && {
      ...chosen.metric,
      metric: await this.#metricId(project.id, chosen.metric, format),
    };
    return { kind, format, filter: { ...chosen, metric }, snapshot };
  }

  async #metricId(
    projectId: string,
    { metric: name }: NonNullable<InteractionFilter['metric']>,
    format: InteractionsSource['format'],
  ): Promise<string> {
    const metric = await this.metrics.findFenced(projectId, name);
    if (metric === undefined) throw notFound('metric', name, { param: metricParam });
    if (format === 'kto' && metric.kind !== 'bool') {
      const message = `The format kto requires a metric of kind bool; '${metric.key}' is scalar.`;
      throw invalidRequest('metric_not_fit', message, { param: metricParam });
    }
    return metric.id;
  }
}
