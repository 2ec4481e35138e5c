import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import type { ExportedPiece, ExportPiece, RecordedMessage } from '@earshot/contracts-interactions';
import { AppError } from '@earshot/errors';
import { BucketClient, StoredObjects } from '@earshot/storage-client';
import type { StoredInteraction } from '../reading/reading.repository.js';
import type { Candidate, Candidates } from './export-candidates.service.js';
import { dpoLine, ktoLine, sftLine, type Answer, type ExportLine } from './export-lines.js';

/** A piece ends with the line that exceeds this size of its first file. A line may have 64 MiB. */
const maxPieceBytes = 16 * 1_048_576;

const contentType = 'application/x-ndjson';

/** The content of a piece. */
export interface PlannedPiece extends Pick<ExportPiece, 'format' | 'lines_before' | 'upload_urls'> {
  readonly candidates: Candidates;
  /** Metric and value of the labels of `kto`; null for other formats. */
  readonly kto: { readonly metricId: string; readonly desirable: boolean } | null;
}

/** Writes the lines of a piece to the bucket. */
@Injectable()
export class PieceWriter {
  constructor(
    private readonly objects: StoredObjects,
    private readonly bucket: BucketClient,
  ) {}

  /** @throws AppError `service_unavailable`, `queue_full` */
  async write(piece: PlannedPiece, call: CallContext): Promise<ExportedPiece> {
    const { found, more } = piece.candidates;
    const lines: ExportLine[] = [];
    let [done, size] = [0, 0];
    for (const candidate of found) {
      const line = await this.#line(candidate, piece, piece.lines_before + lines.length + 1, call);
      done += 1;
      if (line === null) continue;
      lines.push(line);
      size += Buffer.byteLength(line.line);
      if (size > maxPieceBytes) break;
    }
    const last = found[done - 1];
    const next = (more || done < found.length) && last ? positionOf(last) : null;
    return { lines: lines.length, bytes: await this.#put(lines, piece.upload_urls), next };
  }

  /** Null where a candidate makes no line: it has no text, or its feedback is a tie. */
  async #line(
    candidate: Candidate,
    piece: PlannedPiece,
    number: number,
    call: CallContext,
  ): Promise<ExportLine | null> {
    const answers: Answer[] = [];
    for (const row of candidate.rows) {
      const texts = await this.#textsOf(row, call);
      if (texts === null || texts.text === '') return null;
      answers.push({ row, ...texts, values: piece.candidates.values.get(row.completion_id) ?? [] });
    }
    const [first, second] = answers as [Answer, Answer];
    if (piece.format === 'dpo') return dpoLine(candidate.position.id, first, second, number);
    return piece.kto === null ? sftLine(first, number) : ktoLine(first, number, piece.kto);
  }

  /**
   * Messages and text, from the record or the bucket; null where the bucket has them no more: the user is being erased.
   */
  async #textsOf({ record, project_id }: StoredInteraction, call: CallContext) {
    const load = async (kind: 'conversation' | 'completion', name: string) => {
      const { bytes } = await this.objects.load({ kind, project_id, name }, call);
      return JSON.parse(bytes.toString('utf8')) as unknown;
    };
    const { conversation, answers } = record;
    try {
      const texts = answers && ((await load('completion', answers.name)) as string[]);
      const messages = conversation && ((await load('conversation', conversation.name)) as RecordedMessage[]);
      const text = answers && texts ? texts[answers.index] : record.completion;
      return { messages: messages ?? record.messages ?? [], text: text ?? '' };
    } catch (error) {
      if (error instanceof AppError && error.code === 'object_not_found') return null;
      throw error;
    }
  }

  async #put(lines: readonly ExportLine[], urls: ExportPiece['upload_urls']): Promise<ExportedPiece['bytes']> {
    const put = async (file: keyof typeof urls, field: keyof ExportLine): Promise<number> => {
      const bytes = Buffer.from(lines.map((line) => `${line[field]}\n`).join(''));
      if (bytes.length > 0) await this.bucket.upload(urls[file], bytes, contentType);
      return bytes.length;
    };
    return {
      lines: await put('lines', 'line'),
      recipe: await put('recipe', 'recipe'),
      manifest: await put('manifest', 'manifest'),
    };
  }
}

function positionOf({ position }: Candidate): NonNullable<ExportedPiece['next']> {
  return { created_at: position.created_at, id: position.id };
}
