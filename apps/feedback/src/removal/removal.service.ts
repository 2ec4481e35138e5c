import { Injectable } from '@nestjs/common';
import { ResourceChanges } from '@earshot/audit';
import type { CallContext } from '@earshot/contracts-core';
import { comparisonRemoved, feedbackRemoved, type RemoveRecord } from '@earshot/contracts-feedback';
import { now, Outbox, type Transaction } from '@earshot/persistence';
import { ComparisonsWriter } from '../comparisons/comparisons-writer.service.js';
import { FeedbackWriter } from '../feedback/feedback-writer.service.js';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { ReviewedRowsRepository } from '../reviewed-rows/reviewed-rows.repository.js';
import { recordNotFound, type RecordKind } from './removal.errors.js';
import { RemovalRepository } from './removal.repository.js';

/**
 * Removes single feedback and comparisons from lists, summaries and campaign totals, with the review that made them.
 */
@Injectable()
export class RemovalService {
  constructor(
    private readonly records: RemovalRepository,
    private readonly metrics: MetricsRepository,
    private readonly feedback: FeedbackWriter,
    private readonly comparisons: ComparisonsWriter,
    private readonly reviews: ReviewedRowsRepository,
    private readonly changes: ResourceChanges,
    private readonly outbox: Outbox,
  ) {}

  /** Locks the metrics of the records of a group, in one order for all groups. */
  async lockMetrics(
    tx: Transaction,
    kind: RecordKind,
    commands: readonly { readonly body: RemoveRecord }[],
  ): Promise<void> {
    const records = commands.map(({ body }) => body);
    const metrics = await this.records.metricsOf(tx, kind, records);
    await this.metrics.lockAll(tx, { ids: [...metrics.values()], keys: [] });
  }

  /** @throws AppError `feedback_not_found`, `comparison_not_found` */
  async remove(tx: Transaction, kind: RecordKind, record: RemoveRecord, call: CallContext): Promise<{ id: string }> {
    await this.lockMetrics(tx, kind, [{ body: record }]);
    // Read again under the lock: another request may have removed it.
    const id = record.id.toLowerCase();
    const { project_id } = record;
    const metric_id = (await this.records.metricsOf(tx, kind, [record])).get(id);
    if (metric_id === undefined) throw recordNotFound(kind, id);
    await (kind === 'feedback' ? this.feedback.withdraw(tx, [id]) : this.comparisons.remove(tx, [id]));
    await this.reviews.forget(tx, [id]);
    await this.records.remember(tx, { id, project_id });
    const event = { id, project_id, metric_id, removed_at: now() };
    await this.outbox.event(tx, kind === 'feedback' ? feedbackRemoved : comparisonRemoved, event, call);
    const change = { project_id, resource: kind, resource_id: id, before: { metric_id }, after: null };
    await this.changes.audit(tx, change, call);
    return { id };
  }
}
