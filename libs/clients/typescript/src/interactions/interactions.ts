import { ApiError, ConnectionError } from '../http/errors.js';
import { bodyOf, type CallOptions, type Http } from '../http/http.js';
import { sleep } from '../http/retry.js';
import { entriesOf } from '../pages.js';
import type {
  ImportedInteraction,
  Interaction,
  InteractionFilter,
  InteractionInput,
  RecordedInteraction,
} from '../types.js';
import { batchesOf, type LineBatch } from './import-batches.js';
import { errorOfLine, isTransient } from './line-error.js';

/** What became of a line of a bulk import. */
export type LineResult =
  | { readonly line: number; readonly imported: ImportedInteraction }
  | { readonly line: number; readonly error: ApiError };

/** What became of some lines. */
export interface ImportProgress {
  /** Number of the line to resume at, from 1. */
  readonly nextLine: number;
  readonly results: readonly LineResult[];
}

/** Options of a bulk import. */
export interface BulkImportOptions extends CallOptions {
  /** The same key for the same lines records them once within 24 hours, however often they are sent. */
  readonly idempotencyKey?: string;
  /** First line to send, from 1: `nextLine` of an interrupted import. Earlier lines are skipped. */
  readonly startLine?: number;
}

const bulkTimeoutMs = 300_000;
/** Attempts for lines that Earshot was too busy for, and the wait before the next one. */
const maxAttempts = 10;
const retryMs = 2_000;

/** Records of completions, also of those that took place elsewhere. */
export class Interactions {
  constructor(private readonly http: Http) {}

  /** Lists the interactions of a project, the newest first. */
  list(
    { project, ...filter }: { readonly project: string } & InteractionFilter,
    { signal }: CallOptions = {},
  ): AsyncGenerator<Interaction> {
    return entriesOf((cursor) => {
      const params = { path: { project }, query: { ...filter, ...(cursor !== undefined && { cursor }) } };
      return bodyOf(this.http.api.GET('/api/v1/projects/{project}/interactions', { params, signal: signal ?? null }));
    });
  }

  /** Gets an interaction, with its feedback. */
  get(
    { project, completion }: { readonly project: string; readonly completion: string },
    { signal }: CallOptions = {},
  ): Promise<RecordedInteraction> {
    const params = { path: { project, completion } };
    const path = '/api/v1/projects/{project}/interactions/{completion}';
    return bodyOf(this.http.api.GET(path, { params, signal: signal ?? null }));
  }

  /** Imports one interaction, with its feedback. Everything is stored, or nothing. */
  import(
    body: InteractionInput,
    { idempotencyKey = crypto.randomUUID(), signal }: CallOptions & { readonly idempotencyKey?: string } = {},
  ): Promise<ImportedInteraction> {
    const params = { header: { 'Idempotency-Key': idempotencyKey } };
    return bodyOf(this.http.api.POST('/api/v1/interactions', { params, body, signal: signal ?? null }));
  }

  /**
   * Imports one interaction a line, in requests of up to 500 lines. Yields the results of each request. A rejected line
   * stops nothing. Store `nextLine` with the key, to resume after an interruption.
   */
  async *importLines(
    lines: AsyncIterable<string> | Iterable<string>,
    { idempotencyKey = crypto.randomUUID(), startLine = 1, signal }: BulkImportOptions = {},
  ): AsyncGenerator<ImportProgress> {
    for await (const batch of batchesOf(lines)) {
      if (batch.nextLine <= startLine) continue;
      const results = await this.#sendUntilAnswered(batch, `${idempotencyKey}/${batch.firstLine}`, signal);
      yield { nextLine: batch.nextLine, results };
    }
  }

  /** Sends a batch again while some of its lines find Earshot busy. Stored lines get the same answer again. */
  async #sendUntilAnswered(batch: LineBatch, key: string, signal: AbortSignal | undefined): Promise<LineResult[]> {
    for (let attempt = 1; ; attempt += 1) {
      const results = await this.#send(batch, key, signal);
      const isBusy = results.some((result) => 'error' in result && isTransient(result.error));
      if (!isBusy || attempt === maxAttempts) return results;
      await sleep(retryMs * attempt, signal);
    }
  }

  async #send(batch: LineBatch, key: string, signal: AbortSignal | undefined): Promise<LineResult[]> {
    const answers = await this.#answers(batch, key, signal);
    return batch.lines.map(({ number }, index) => {
      const answer = answers[index];
      if (answer === undefined) throw new ConnectionError(`Line ${number} was not answered. Import again to resume.`);
      const body = JSON.parse(answer) as ImportedInteraction & { error?: object };
      return body.error ? { line: number, error: errorOfLine(body) } : { line: number, imported: body };
    });
  }

  async #answers(batch: LineBatch, key: string, signal: AbortSignal | undefined): Promise<string[]> {
    const response = await this.http.raw('/api/v1/interactions/bulk', {
      method: 'POST',
      body: batch.lines.map(({ text }) => text).join('\n'),
      headers: { 'content-type': 'application/x-ndjson', 'idempotency-key': key },
      idempotent: true,
      // A 400 where all lines were rejected: each has its answer.
      accepts: 'application/x-ndjson',
      attemptTimeoutMs: bulkTimeoutMs,
      signal,
    });
    return (await response.text()).trimEnd().split('\n');
  }
}
