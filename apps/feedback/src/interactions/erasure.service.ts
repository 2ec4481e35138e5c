import { Injectable } from '@nestjs/common';
import type { InteractionErased, UserErased } from '@earshot/contracts-interactions';
import type { Transaction } from '@earshot/persistence';
import { ComparisonsWriter } from '../comparisons/comparisons-writer.service.js';
import { MetricsRepository } from '../metrics/metrics.repository.js';
import { FeedbackWriter } from '../feedback/feedback-writer.service.js';
import { ReviewedRowsRepository } from '../reviewed-rows/reviewed-rows.repository.js';
import { ErasureRepository, type ErasedRow } from './erasure.repository.js';

/** Rows of one transaction, which takes tens of milliseconds. */
const batchRows = 500;

/**
 * Erases users and completions with all feedback by them and about them. It runs in small transactions and can be
 * repeated. References are deleted last, since the other rows are found through them.
 */
@Injectable()
export class ErasureService {
  constructor(
    private readonly erasure: ErasureRepository,
    private readonly metrics: MetricsRepository,
    private readonly writer: FeedbackWriter,
    private readonly comparisons: ComparisonsWriter,
    private readonly reviews: ReviewedRowsRepository,
  ) {}

  /** Erases a user. @throws AppError `service_unavailable` while the database is unavailable. */
  async erase({ project_id, user: user_id, erased_at }: UserErased): Promise<Record<string, never>> {
    const erased = { project_id, user_id, erased_at };
    await this.erasure.transaction((tx) => this.erasure.markUser(tx, erased));
    await this.#repeat(async (tx) =>
      this.#deleteFeedback(tx, await this.erasure.feedbackOfUser(tx, erased, batchRows)),
    );
    await this.#repeat(async (tx) =>
      this.#deleteComparisons(tx, await this.erasure.comparisonsOfUser(tx, erased, batchRows)),
    );
    await this.#repeat((tx) => this.reviews.deleteItemsOfUser(tx, erased, batchRows));
    await this.#repeat((tx) => this.erasure.deleteReferencesOfUser(tx, erased, batchRows));
    return {};
  }

  /** Erases completions. @throws AppError `service_unavailable` while the database is unavailable. */
  async eraseCompletions(erased: InteractionErased): Promise<Record<string, never>> {
    await this.erasure.transaction((tx) => this.erasure.markCompletions(tx, erased));
    await this.#repeat(async (tx) => this.#deleteFeedback(tx, await this.erasure.feedbackAbout(tx, erased, batchRows)));
    await this.#repeat(async (tx) =>
      this.#deleteComparisons(tx, await this.erasure.comparisonsOf(tx, erased, batchRows)),
    );
    await this.#repeat((tx) => this.reviews.deleteItemsOf(tx, erased, batchRows));
    await this.erasure.transaction((tx) => this.erasure.deleteReferences(tx, erased));
    return {};
  }

  /** As {@link erase}, for each event. */
  async usersErased(events: readonly { readonly body: UserErased }[]): Promise<void> {
    for (const { body } of events) await this.erase(body);
  }

  /** As {@link eraseCompletions}, for each event. */
  async completionsErased(events: readonly { readonly body: InteractionErased }[]): Promise<void> {
    for (const { body } of events) await this.eraseCompletions(body);
  }

  async #repeat(batch: (tx: Transaction) => Promise<number>): Promise<void> {
    while ((await this.erasure.transaction(batch)) > 0);
  }

  /** @returns the number of rows. */
  async #deleteFeedback(tx: Transaction, rows: readonly ErasedRow[]): Promise<number> {
    await this.#lock(tx, rows);
    const ids = rows.map(({ id }) => id);
    await this.writer.remove(tx, ids);
    await this.reviews.forget(tx, ids);
    return rows.length;
  }

  /** @returns the number of rows. */
  async #deleteComparisons(tx: Transaction, rows: readonly ErasedRow[]): Promise<number> {
    await this.#lock(tx, rows);
    const ids = rows.map(({ id }) => id);
    await this.comparisons.remove(tx, ids);
    await this.reviews.forget(tx, ids);
    return rows.length;
  }

  async #lock(tx: Transaction, rows: readonly ErasedRow[]): Promise<void> {
    await this.metrics.lockAll(tx, { ids: rows.map(({ metric_id }) => metric_id), keys: [] });
  }
}
