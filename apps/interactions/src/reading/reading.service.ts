import { Injectable } from '@nestjs/common';
import { feedbackRecorded } from '@earshot/contracts-feedback';
import {
  interactionRecorded,
  type FindInteraction,
  type Interaction,
  type InteractionFeedback,
  type ListInteractionFeedback,
  type ListInteractions,
  type ReadInteraction,
} from '@earshot/contracts-interactions';
import { MetricDirectory } from '@earshot/directory';
import { notFound, type AppError } from '@earshot/errors';
import {
  decodeCursor,
  encodeCursor,
  EventFence,
  fitting,
  type RowPosition,
  type Transaction,
} from '@earshot/persistence';
import { ReadingRepository, type StoredFeedback, type StoredInteraction } from './reading.repository.js';

/** Bytes of an interaction in an answer, besides its record. */
const envelopeBytes = 1_000;

/** Reads interactions and their feedback. */
@Injectable()
export class ReadingService {
  constructor(
    private readonly repository: ReadingRepository,
    private readonly metrics: MetricDirectory,
    private readonly fence: EventFence,
  ) {}

  /** Waits for events, unless all these completions are stored. @returns the error where that failed; else null. */
  async catchUp(requests: readonly FindInteraction[]): Promise<AppError | null> {
    const there = await this.repository.existing(requests.map(({ completion_id }) => completion_id));
    if (requests.every(({ completion_id }) => there.has(completion_id.toLowerCase()))) return null;
    return this.fence.errorOf([interactionRecorded.topic, feedbackRecorded.topic]);
  }

  /** Waits for events of feedback. @returns the error where that failed; else null. */
  catchUpFeedback(): Promise<AppError | null> {
    return this.fence.errorOf([feedbackRecorded.topic]);
  }

  /** Reads in all projects without a project. @param behind the result of {@link catchUp}. @throws AppError `completion_not_found`, or `behind`. */
  async read(
    tx: Transaction,
    { project_id, completion_id }: FindInteraction & Partial<ReadInteraction>,
    behind: AppError | null,
  ): Promise<Interaction> {
    const row = await this.repository.find(tx, project_id, completion_id);
    if (row === null) throw behind ?? completionNotFound(completion_id);
    const erased = await this.repository.beingErased(tx, row.project_id);
    const isErased = erased.some(({ userId, until }) => userId === row.user_id && row.stored_at <= until);
    if (isErased) throw completionNotFound(completion_id);
    return toInteraction(row);
  }

  /** @throws AppError `cursor_invalid`, `completion_not_found`, `metric_not_found`, `query_too_broad` */
  async list(tx: Transaction, { project_id, filter, limit, cursor, after }: ListInteractions) {
    const { metric, ...own } = filter;
    const found = metric && (await this.metrics.require(project_id, metric.metric, 'metric'));
    const listed = {
      projectId: project_id,
      filter: own,
      metric: metric && found && { id: found.id, min: metric.min, max: metric.max },
      erased: await this.repository.beingErased(tx, project_id),
      after: await this.#start(tx, { project_id, cursor, after }),
      exportedAt: null,
    };
    // One more than requested shows whether there is a next page.
    const positions = await this.repository.positions(tx, listed, limit + 1);
    const count = fitting(positions.slice(0, limit).map(({ bytes }) => bytes + envelopeBytes));
    const shown = positions.slice(0, count);
    const last = shown.at(-1);
    const data = (await this.repository.at(tx, shown)).map(toInteraction);
    return { data, next_cursor: positions.length > count && last !== undefined ? encodeCursor(last) : null };
  }

  /** Where a page begins; null for the first one. */
  async #start(
    tx: Transaction,
    { project_id, cursor, after }: Pick<ListInteractions, 'project_id' | 'cursor' | 'after'>,
  ): Promise<RowPosition | null> {
    if (after === undefined) return cursor === null ? null : decodeCursor(cursor);
    const row = await this.repository.find(tx, project_id, after);
    if (row === null) throw completionNotFound(after);
    return { id: row.completion_id, created_at: row.created_at.toISOString() };
  }

  /** @throws AppError `cursor_invalid`; `behind` where that is given. */
  async feedback(
    tx: Transaction,
    request: ListInteractionFeedback,
    behind: AppError | null,
  ): Promise<{ data: InteractionFeedback[]; next_cursor: string | null }> {
    if (behind !== null) throw behind;
    const rows = await this.repository.feedback(tx, request);
    const found = rows.slice(0, request.limit).map(toInteractionFeedback);
    const data = found.slice(0, fitting(found.map((one) => Buffer.byteLength(JSON.stringify(one)))));
    const last = data.at(-1);
    const more = rows.length > data.length && last !== undefined;
    return { data, next_cursor: more ? encodeCursor(last) : null };
  }
}

function completionNotFound(completionId: string): AppError {
  return notFound('completion', completionId);
}

function toInteraction({ created_at, record, stored_at: _, user_id: user, ...row }: StoredInteraction): Interaction {
  const { prompt_hash: __, ...fields } = record;
  return { ...row, user, created_at: created_at.toISOString(), ...fields };
}

function toInteractionFeedback({ is_bool, value, created_at, ...row }: StoredFeedback): InteractionFeedback {
  return { ...row, value: is_bool ? value === 1 : value, created_at: created_at.toISOString() };
}
