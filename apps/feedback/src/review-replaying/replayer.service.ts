import { Injectable } from '@nestjs/common';
import { AppError, invalidRequest } from '@earshot/errors';
import { inMs } from '../review-filling/fill.js';
import { existingReferences } from '../review-filling/existing-references.js';
import { InteractionsClient } from '../review-filling/interactions.client.js';
import { ReferencesService } from '../references/references.service.js';
import { ClaimsRepository, type ClaimedReplay } from './claims.repository.js';
import { InferenceClient, type FinishReason } from './inference.client.js';
import { replayTag, toReplayRequest } from './replay-request.mapper.js';

/** How often a replay is tried whose model fails. One that has to wait for others is tried until it has its turn. */
const maxTries = 3;

/** Until the next try, for each try so far, ms. */
const retryMs = 10_000;

/** Longest time until the next try, ms. */
const maxRetryMs = 120_000;

/** The record of a cancelled answer is stored within this time, ms. */
const cancelledMs = 15_000;

/** Most characters of a stored error. */
const maxErrorLength = 500;

/** Types of errors after which a replay waits for its turn. */
const waiting: ReadonlySet<string> = new Set(['overloaded_error', 'rate_limit_error']);

/** Types of errors that may be gone at the next try. */
const temporary: ReadonlySet<string> = new Set(['upstream_error', 'timeout_error', 'server_error']);

/** Ends of answers that can be compared. */
const complete: ReadonlySet<unknown> = new Set(['stop', 'length']);

/** Has one prompt answered again, and adds the pair to its queue. */
@Injectable()
export class Replayer {
  constructor(
    private readonly claims: ClaimsRepository,
    private readonly interactions: InteractionsClient,
    private readonly inference: InferenceClient,
    private readonly references: ReferencesService,
  ) {}

  /** Makes a claimed replay, whose errors become its state. @throws AppError `service_unavailable` of the database. */
  async replay(claimed: ClaimedReplay, signal: AbortSignal): Promise<void> {
    try {
      const answered = await this.#answer(claimed, signal);
      if (answered !== null) await this.#addItem(answered);
    } catch (error) {
      if (signal.aborted) await this.claims.postponed(claimed, inMs(cancelledMs));
      else await this.#fail(claimed, error);
    }
  }

  /** @returns the replay with the id of its answer; null where there is none, which is stored. */
  async #answer(claimed: ClaimedReplay, signal: AbortSignal): Promise<ClaimedReplay | null> {
    const { project_id, completion_id, replay_id, resumed } = claimed;
    const earlier = resumed ? await this.interactions.find(project_id, replay_id) : undefined;
    if (complete.has(earlier?.finish_reason)) return claimed;
    const stored = await this.interactions.find(project_id, completion_id);
    // Erased; or itself a replay, whose prompt is another one's.
    if (stored === undefined || stored.tags.includes(replayTag)) return this.#drop(claimed);
    if (stored.messages === null) throw promptTooLarge();
    // An interrupted answer has a record, which another answer of its id would not replace.
    const current = resumed ? await this.claims.renewed(claimed, new Date()) : claimed;
    if (current === null) return null;
    const end = await this.inference.answer(toReplayRequest(stored, current), signal);
    signal.throwIfAborted();
    if (!complete.has(end)) throw notComplete(end);
    return current;
  }

  async #addItem(replay: ClaimedReplay): Promise<void> {
    const ids = [replay.completion_id, replay.replay_id].toSorted();
    const completions = existingReferences(replay.project_id, ids, await this.references.completions(ids));
    if (completions.length === ids.length) await this.claims.answered(replay, { completions });
    else await this.#drop(replay);
  }

  async #drop(replay: ClaimedReplay): Promise<null> {
    await this.claims.dropped(replay);
    return null;
  }

  async #fail(replay: ClaimedReplay, error: unknown): Promise<void> {
    if (!(error instanceof AppError)) throw error;
    const message = error.message.slice(0, maxErrorLength);
    const isRetried = waiting.has(error.type) || (temporary.has(error.type) && replay.tries < maxTries);
    if (!isRetried) return this.claims.failed(replay, message);
    await this.claims.postponed(replay, inMs(Math.min(replay.tries * retryMs, maxRetryMs)), message);
  }
}

function promptTooLarge(): AppError {
  return invalidRequest('prompt_too_large', 'The prompt is stored in the bucket, because it is too large to replay.');
}

function notComplete(end: FinishReason): AppError {
  return invalidRequest('answer_not_complete', `The model ended its answer with '${end ?? 'error'}'.`);
}
