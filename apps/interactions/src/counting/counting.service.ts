import { Injectable } from '@nestjs/common';
import type { CountInteractions, InteractionCount } from '@earshot/contracts-interactions';
import { MetricDirectory } from '@earshot/directory';
import type { Transaction } from '@earshot/persistence';
import { ReadingRepository } from '../reading/reading.repository.js';
import { CountingRepository } from './counting.repository.js';

/** Matches of a search that are counted at most: they are read one by one. */
const maxSearched = 1_000;

/** Counts interactions, and the candidates for datasets. */
@Injectable()
export class CountingService {
  constructor(
    private readonly repository: CountingRepository,
    private readonly reading: ReadingRepository,
    private readonly metrics: MetricDirectory,
  ) {}

  /** @throws AppError `metric_not_found`, `query_too_broad` */
  async count(tx: Transaction, { project_id, filter, format, limit }: CountInteractions): Promise<InteractionCount> {
    const { metric, ...own } = filter;
    const found = metric && (await this.metrics.require(project_id, metric.metric, 'metric'));
    const erased = await this.reading.beingErased(tx, project_id);
    const listed = { projectId: project_id, filter: own, erased, after: null };
    if (format === 'dpo') {
      const pairs = { ...listed, exportedAt: new Date(), comparedUnder: found?.id ?? null };
      return this.repository.countPairs(tx, pairs, limit);
    }
    const range = metric && found && { id: found.id, min: metric.min, max: metric.max };
    const all = { ...listed, metric: range, exportedAt: null, complete: format !== null };
    const most = typeof own.text === 'string' ? Math.min(limit, maxSearched) : limit;
    return this.repository.count(tx, all, most);
  }
}
