import { Injectable } from '@nestjs/common';
import {
  maxScannedInteractions,
  type CheckedInteractions,
  type CheckInteractions,
  type ScanInteractions,
  type ScannedInteractions,
} from '@earshot/contracts-interactions';
import { MetricDirectory } from '@earshot/directory';
import type { RowPosition, Transaction } from '@earshot/persistence';
import type { Listed } from '../reading/page-query.js';
import { ReadingRepository } from '../reading/reading.repository.js';
import { decodeScanCursor, encodeScanCursor, justBefore, type ScanCursor } from './scan-cursor.js';
import type { ScannedRow } from './scan-query.js';
import { ScanningRepository } from './scanning.repository.js';

/** Rows of one query: new ones, and older ones. */
const rows = maxScannedInteractions / 2;

/** The result of one query. */
interface Part {
  readonly found: readonly string[];
  /** Where the next query goes on; null at the end. */
  readonly next: RowPosition | null;
}

/** Scans interactions for readers that follow a filter. */
@Injectable()
export class ScanningService {
  constructor(
    private readonly repository: ScanningRepository,
    private readonly reading: ReadingRepository,
    private readonly metrics: MetricDirectory,
  ) {}

  /** @throws AppError `cursor_invalid`, `metric_not_found`, `service_unavailable` */
  async scan(tx: Transaction, request: ScanInteractions): Promise<ScannedInteractions> {
    const settledAt = await this.repository.settledAt(tx);
    const settled = justBefore(settledAt);
    const cursor = request.cursor === null ? first(settled) : decodeScanCursor(request.cursor);
    const listed = await this.#listed(tx, request);
    const stored = await this.repository.stored(tx, { listed, after: cursor.newest, rows }, settledAt);
    const newer = partOf(stored, request.limit);
    const newest = newer.next ?? later(cursor.newest, settled);
    const remaining = request.limit - newer.found.length;
    if (newer.next !== null || remaining === 0 || cursor.done) {
      const more = newer.next !== null || !cursor.done;
      return { completion_ids: [...newer.found], cursor: encodeScanCursor({ ...cursor, newest }), more };
    }
    const older = partOf(await this.repository.history(tx, { listed, after: cursor.oldest, rows }), remaining);
    const done = older.next === null;
    const completion_ids = [...new Set([...newer.found, ...older.found])];
    return { completion_ids, cursor: encodeScanCursor({ newest, oldest: older.next, done }), more: !done };
  }

  /** Which completions are complete answers. @throws AppError `service_unavailable` */
  async check(tx: Transaction, { project_id, completion_ids }: CheckInteractions): Promise<CheckedInteractions> {
    const erased = await this.reading.beingErased(tx, project_id);
    return { complete: await this.repository.complete(tx, { projectId: project_id, erased }, completion_ids) };
  }

  async #listed(tx: Transaction, { project_id, filter }: ScanInteractions): Promise<Listed> {
    const { metric, ...own } = filter;
    const found = metric && (await this.metrics.require(project_id, metric.metric, 'metric'));
    return {
      projectId: project_id,
      filter: own,
      metric: metric && found && { id: found.id, min: metric.min, max: metric.max },
      erased: await this.reading.beingErased(tx, project_id),
      after: null,
      exportedAt: null,
      complete: true,
    };
  }
}

function first(settled: RowPosition): ScanCursor {
  return { newest: settled, oldest: null, done: false };
}

/** A long transaction moves the settled time back; what was found stays found. */
function later(one: RowPosition, other: RowPosition): RowPosition {
  return one.created_at > other.created_at ? one : other;
}

function partOf(scanned: readonly ScannedRow[], limit: number): Part {
  const matches = scanned.filter((row) => row.matches);
  const taken = matches.slice(0, limit);
  const last = matches.length > limit ? taken.at(-1) : scanned.find(({ n }) => n === rows);
  return {
    found: [...new Set(taken.map(({ completion_id }) => completion_id))],
    next: last === undefined ? null : { created_at: last.at.toISOString(), id: last.id },
  };
}
