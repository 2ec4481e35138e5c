import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { feedbackRecorded, type Metric } from '@earshot/contracts-feedback';
import {
  interactionRecorded,
  type BeginExport,
  type BegunExport,
  type ExportedPiece,
  type ExportPiece,
} from '@earshot/contracts-interactions';
import { MetricDirectory } from '@earshot/directory';
import { AppError, overloaded } from '@earshot/errors';
import { EventFence } from '@earshot/persistence';
import { CountingService } from '../counting/counting.service.js';
import { ExportCandidates } from './export-candidates.service.js';
import { ExportRepository } from './export.repository.js';
import { metricNotFit } from './export.errors.js';
import { PieceWriter } from './piece-writer.service.js';

/** Transactions take milliseconds, and at most 15 s, the timeout of statements. */
const transactionDeadlineMs = 20_000;
const transactionPollMs = 10;

/** Candidates that are counted at most; the timeout of a count ends before. */
const maxCounted = 10_000_000;

/** Exports interactions piece by piece, as of one time. */
@Injectable()
export class ExportService {
  constructor(
    private readonly metrics: MetricDirectory,
    private readonly fence: EventFence,
    private readonly repository: ExportRepository,
    private readonly candidates: ExportCandidates,
    private readonly writer: PieceWriter,
    private readonly counting: CountingService,
  ) {}

  /** @throws AppError `metric_not_found`, `metric_not_fit`, `service_unavailable` */
  async begin(request: BeginExport): Promise<BegunExport> {
    const metric = await this.#metric(request);
    const desirable = request.format === 'kto' ? isDesirable(metric) : null;
    // Acknowledged events may not be in the tables yet.
    await this.fence.wait([interactionRecorded.topic, feedbackRecorded.topic]);
    const now = await this.repository.aheadOfClock();
    const at = request.at === null || Date.parse(request.at) > now.getTime() ? now : new Date(request.at);
    await this.#waitForTransactions(at);
    return { at: at.toISOString(), desirable, candidates: await this.#count(request, at) };
  }

  /** @throws AppError `metric_not_found`, `service_unavailable`, `queue_full` */
  async piece(request: ExportPiece, call: CallContext): Promise<ExportedPiece> {
    const metric = await this.#metric(request);
    const candidates = await this.candidates.read(request, metric?.id ?? null);
    const { desirable } = request.snapshot;
    const kto = desirable === null || metric === null ? null : { metricId: metric.id, desirable };
    return this.writer.write({ ...request, candidates, kto }, call);
  }

  /** Counts the candidates until a time; null if they are too many to count. */
  async #count({ project_id, filter, format }: BeginExport, at: Date): Promise<number | null> {
    const { created_before: before } = filter;
    const created_before = before !== null && Date.parse(before) < at.getTime() ? before : at.toISOString();
    const counted = { project_id, filter: { ...filter, created_before }, format, limit: maxCounted };
    try {
      const { count, complete } = await this.repository.inSnapshot((tx) => this.counting.count(tx, counted));
      return complete ? count : null;
    } catch (error) {
      if (error instanceof AppError && error.code === 'query_too_broad') return null;
      throw error;
    }
  }

  async #metric({
    project_id,
    filter: { metric },
  }: Pick<BeginExport, 'project_id' | 'filter'>): Promise<Metric | null> {
    return metric && (await this.metrics.require(project_id, metric.metric, 'from.filter.metric'));
  }

  async #waitForTransactions(at: Date): Promise<void> {
    const end = Date.now() + transactionDeadlineMs;
    while (!(await this.repository.hasNoOpenTransaction(at))) {
      if (Date.now() > end)
        throw overloaded('service_unavailable', 'Interactions are still being stored. Retry the request.', 5);
      await sleep(transactionPollMs);
    }
  }
}

function isDesirable(metric: Metric | null): boolean {
  if (metric?.kind !== 'bool') throw metricNotFit();
  return metric.scoring_type === 'higher_is_better';
}
