import { Injectable } from '@nestjs/common';
import type { Received } from '@earshot/contracts-core';
import type { ComparisonRecorded, FeedbackRecorded } from '@earshot/contracts-feedback';
import { interactionImported, type InteractionRecorded } from '@earshot/contracts-interactions';
import { Outbox, type Transaction } from '@earshot/persistence';
import { ErasedCompletionsRepository } from '../erasure/erased-completions.repository.js';
import { ErasuresRepository, userKey } from '../erasure/erasures.repository.js';
import { PartitionsService } from '../partitions/partitions.service.js';
import { toImported, type FeedbackRow, type PreferenceRow } from '../rows/interaction-row.js';
import { InteractionsRepository } from '../rows/interactions.repository.js';
import { RemovedRecordsRepository, type RemovedRecord } from './removed-records.repository.js';
import { comparisonRows, preferenceRow, servedRows } from './recorded.mapper.js';

/** Stores events of other services: each once, however often it is delivered. */
@Injectable()
export class RecordingService {
  constructor(
    private readonly interactions: InteractionsRepository,
    private readonly erasures: ErasuresRepository,
    private readonly completions: ErasedCompletionsRepository,
    private readonly removedRecords: RemovedRecordsRepository,
    private readonly partitions: PartitionsService,
    private readonly outbox: Outbox,
  ) {}

  /** Creates the partitions that {@link served} needs. Call it before the transaction. */
  prepareServed(events: readonly { readonly body: InteractionRecorded }[]): Promise<void> {
    return this.partitions.ensureFor(events.map(({ body }) => body.created_at));
  }

  /** As {@link prepareServed} for {@link compared}. */
  prepareCompared(events: readonly { readonly body: ComparisonRecorded }[]): Promise<void> {
    return this.partitions.ensureFor(
      events.flatMap(({ body }) => body.interactions.map(({ created_at }) => created_at)),
    );
  }

  /** Stores served answers, without erased ones. */
  async served(tx: Transaction, events: readonly Received<InteractionRecorded>[]): Promise<void> {
    const rows = events.flatMap(({ body }) => servedRows(body));
    await this.interactions.record(tx, await this.#unlessErased(tx, rows, idOf));
  }

  /** Stores compared texts and preferences, without those of erased users, and publishes the texts. */
  async compared(tx: Transaction, events: readonly Received<ComparisonRecorded>[]): Promise<void> {
    const rows = events.flatMap(({ body, call }) => comparisonRows(body).map((row) => ({ ...row, call })));
    const written = await this.interactions.insert(tx, await this.#unlessErased(tx, rows, idOf));
    const entries = rows.flatMap((row) => {
      const storedAt = written.get(row.completion_id.toLowerCase());
      return storedAt === undefined ? [] : [{ event: toImported(row, storedAt, []), call: row.call }];
    });
    await this.outbox.events(tx, interactionImported, entries);
    const preferences = events.flatMap(({ body }) => preferenceRow(body) ?? []);
    const compared = ({ preferred_id, other_id }: PreferenceRow) => [preferred_id, other_id];
    await this.interactions.insertPreferences(
      tx,
      await this.#unlessRemoved(tx, await this.#unlessErased(tx, preferences, compared)),
    );
  }

  /** Stores feedback on completions, without that of erased users. */
  async feedback(tx: Transaction, events: readonly Received<FeedbackRecorded>[]): Promise<void> {
    const rows = events.map(({ body }) => body).filter(isOfCompletion);
    await this.interactions.insertFeedback(tx, await this.#unlessRemoved(tx, await this.#unlessErased(tx, rows, idOf)));
  }

  /** Deletes removed feedback and comparisons. */
  async removed(tx: Transaction, events: readonly Received<RemovedRecord>[]): Promise<void> {
    await this.removedRecords.remove(
      tx,
      events.map(({ body }) => body),
    );
  }

  /** The rows that no removal covers. */
  async #unlessRemoved<Row extends { id: string }>(tx: Transaction, rows: readonly Row[]): Promise<readonly Row[]> {
    const removed = await this.removedRecords.among(
      tx,
      rows.map(({ id }) => id),
    );
    return removed.size === 0 ? rows : rows.filter(({ id }) => !removed.has(id.toLowerCase()));
  }

  /** The rows that no erasure covers. @param about the completions of a row. */
  async #unlessErased<Row extends { project_id: string; user_id: string | null; created_at: string }>(
    tx: Transaction,
    rows: readonly Row[],
    about: (row: Row) => readonly string[],
  ): Promise<readonly Row[]> {
    const users = rows.flatMap(({ project_id, user_id }) => (user_id === null ? [] : { project_id, user_id }));
    const erasedAt = await this.erasures.erasedAt(tx, users);
    const erased = await this.completions.among(tx, rows.flatMap(about));
    if (erasedAt.size === 0 && erased.size === 0) return rows;
    return rows.filter((row) => {
      const { project_id, user_id, created_at } = row;
      const until = user_id === null ? undefined : erasedAt.get(userKey({ project_id, user_id }));
      if (about(row).some((id) => erased.has(id.toLowerCase()))) return false;
      return until === undefined || Date.parse(created_at) > until;
    });
  }
}

function idOf({ completion_id }: { readonly completion_id: string }): string[] {
  return [completion_id];
}

/** Feedback of imports is written with them; feedback on a session belongs to no completion. */
function isOfCompletion(event: FeedbackRecorded): event is FeedbackRecorded & FeedbackRow {
  return event.origin !== 'import' && event.completion_id !== null;
}
