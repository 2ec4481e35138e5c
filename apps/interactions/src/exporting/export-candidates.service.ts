import { Injectable } from '@nestjs/common';
import type { ExportPiece } from '@earshot/contracts-interactions';
import { fitting, type RowPosition, type Transaction } from '@earshot/persistence';
import type { Listed } from '../reading/page-query.js';
import { ReadingRepository, type StoredInteraction } from '../reading/reading.repository.js';
import type { MetricValues } from './export-lines.js';
import { ExportRepository } from './export.repository.js';

/** Rows of a piece: some hundred milliseconds, and few pieces for ten million lines. */
const pieceRows = 5_000;

/** Bytes of the records of a piece; large texts in the bucket are loaded one by one. */
const pieceBytes = 8 * 1_048_576;

/** A candidate for a line: an answer, or two of which the first was preferred. */
export interface Candidate {
  /** Position in the export; its id is the id of the line. */
  readonly position: RowPosition;
  readonly rows: readonly StoredInteraction[];
}

/** The candidates for the next piece. */
export interface Candidates {
  readonly found: readonly Candidate[];
  readonly values: ReadonlyMap<string, readonly MetricValues[]>;
  /** Whether there may be more. */
  readonly more: boolean;
}

interface SizedCandidate {
  readonly position: RowPosition;
  readonly bytes: number;
  readonly of: readonly RowPosition[];
}

/** Finds the candidates of an export as of one time. */
@Injectable()
export class ExportCandidates {
  constructor(
    private readonly reading: ReadingRepository,
    private readonly repository: ExportRepository,
  ) {}

  /** @param metricId of the metric of the filter; null for none. @throws AppError `service_unavailable` */
  read(request: ExportPiece, metricId: string | null): Promise<Candidates> {
    return this.repository.inSnapshot(async (tx) => {
      const exportedAt = new Date(request.snapshot.at);
      const erased = await this.reading.beingErased(tx, request.project_id);
      const positions = await this.#positions(tx, request, { metricId, exportedAt, erased });
      const sizes = positions.slice(0, pieceRows).map(({ bytes }) => bytes);
      const taken = positions.slice(0, fitting(sizes, pieceBytes));
      const rows = await this.reading.at(tx, distinct(taken.flatMap(({ of }) => of)));
      const completionIds = rows.map(({ completion_id }) => completion_id);
      const selection = { projectId: request.project_id, completionIds, until: exportedAt, erased };
      const byId = new Map(rows.map((row) => [row.completion_id, row]));
      const found = taken.map(({ position, of }) => ({
        position,
        rows: of.map(({ id }) => byId.get(id) as StoredInteraction),
      }));
      return { found, values: await this.repository.values(tx, selection), more: positions.length > taken.length };
    });
  }

  async #positions(
    tx: Transaction,
    { project_id: projectId, filter, format, after }: ExportPiece,
    { metricId, exportedAt, erased }: { metricId: string | null; exportedAt: Date; erased: Listed['erased'] },
  ): Promise<SizedCandidate[]> {
    const { metric: range, ...own } = filter;
    const listed = { projectId, filter: own, erased, after, exportedAt };
    if (format === 'dpo') {
      const pairs = await this.repository.pairs(tx, { ...listed, comparedUnder: metricId }, pieceRows + 1);
      return pairs.map(({ preferred, other, bytes, ...position }) => ({
        position,
        bytes,
        of: [preferred, other],
      }));
    }
    const metric = metricId === null || range === null ? null : { id: metricId, min: range.min, max: range.max };
    const positions = await this.reading.positions(tx, { ...listed, metric }, pieceRows + 1);
    return positions.map(({ bytes, ...position }) => ({ position, bytes, of: [position] }));
  }
}

function distinct(positions: readonly RowPosition[]): RowPosition[] {
  return [...new Map(positions.map((position) => [position.id, position])).values()];
}
