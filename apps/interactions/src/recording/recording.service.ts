import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import type { ComparisonRecorded, FeedbackRecorded } from '@earshot/contracts-feedback';
import { interactionImported, type InteractionRecorded } from '@earshot/contracts-interactions';
import { Outbox, type Transaction } from '@earshot/persistence';
import { ErasedCompletionsRepository } from '../erasure/erased-completions.repository.js';
import { ErasuresRepository, userKey } from '../erasure/erasures.repository.js';
import { PartitionsService } from '../partitions/partitions.service.js';
import type { InteractionRow, PreferenceRow } from '../rows/interaction-row.js';
import { InteractionsRepository } from '../rows/interactions.repository.js';
import { toImported } from '../rows/imported.mapper.js';
import { comparisonRows, feedbackRow, preferenceRow, servedRows } from './recorded.mapper.js';

/** An event and where it belongs to. */
export interface Told<E> {
  readonly body: E;
  readonly call: CallContext;
}

/** Puts into the tables what other services tell: each thing once, however often it is told. */
@Injectable()
export class RecordingService {
  constructor(
    private readonly interactions: InteractionsRepository,
    private readonly erasures: ErasuresRepository,
    private readonly completions: ErasedCompletionsRepository,
    private readonly partitions: PartitionsService,
    private readonly outbox: Outbox,
  ) {}

  /** To be called before the transaction in which things of these times are recorded. */
  prepare(times: readonly string[]): Promise<void> {
    return this.partitions.ensureFor(times);
  }

  /** Records answers that were served, but for what was erased since. */
  async served(tx: Transaction, events: readonly Told<InteractionRecorded>[]): Promise<void> {
    const rows = events.flatMap(({ body }) => servedRows(body));
    await this.interactions.record(tx, await this.#unlessErased(tx, rows, idOf));
  }

  /** Records texts that were compared, and tells of them; keeps what was preferred, but for what users preferred who were erased since. */
  async compared(tx: Transaction, events: readonly Told<ComparisonRecorded>[]): Promise<void> {
    const rows = events.flatMap(({ body, call }) => comparisonRows(body).map((row) => ({ ...row, call })));
    const written = await this.interactions.insert(tx, await this.#unlessErased(tx, rows, idOf));
    const entries = rows.flatMap((row) => {
      const storedAt = written.get(row.completionId.toLowerCase());
      return storedAt === undefined ? [] : [{ event: toImported(row, storedAt, []), call: row.call }];
    });
    await this.outbox.events(tx, interactionImported, entries);
    const preferences = events.flatMap(({ body }) => preferenceRow(body) ?? []);
    const compared = ({ preferredId, otherId }: PreferenceRow) => [preferredId, otherId];
    await this.interactions.insertPreferences(tx, await this.#unlessErased(tx, preferences, compared));
  }

  /** Keeps what was said about completions beside them, but for what users said who were erased since. */
  async said(tx: Transaction, events: readonly Told<FeedbackRecorded>[]): Promise<void> {
    // What came with imports is there already: it was written with them.
    const rows = events.flatMap(({ body }) => (body.origin === 'import' ? [] : (feedbackRow(body) ?? [])));
    await this.interactions.insertFeedback(tx, await this.#unlessErased(tx, rows, idOf));
  }

  /** @param about the completions that a row is about. */
  async #unlessErased<Row extends Pick<InteractionRow, 'projectId' | 'userId' | 'createdAt'>>(
    tx: Transaction,
    rows: readonly Row[],
    about: (row: Row) => readonly string[],
  ): Promise<readonly Row[]> {
    const users = rows.flatMap(({ projectId, userId }) => (userId === null ? [] : { projectId, userId }));
    const erasedAt = await this.erasures.erasedAt(tx, users);
    const erased = await this.completions.among(tx, rows.flatMap(about));
    if (erasedAt.size === 0 && erased.size === 0) return rows;
    return rows.filter((row) => {
      const { projectId, userId, createdAt } = row;
      const until = userId === null ? undefined : erasedAt.get(userKey({ projectId, userId }));
      if (about(row).some((id) => erased.has(id.toLowerCase()))) return false;
      return until === undefined || Date.parse(createdAt) > until;
    });
  }
}

function idOf({ completionId }: { readonly completionId: string }): string[] {
  return [completionId];
}
