import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { BeginExport, ExportedPiece, ExportSnapshot } from '@earshot/contracts-interactions';
import { AppError, invalidRequest } from '@earshot/errors';
import type { FileEntity } from '../database/entities/file.entity.js';
import { datasetDetails, type DatasetDetails, type ExportDetails } from '../files/file-details.js';
import { manifestKeyOf, maxBytesOf, originalKeyOf, recipeKeyOf, urlValidS } from '../files/file-rules.js';
import type { FileProcessor } from '../tasks/file-processor.js';
import type { WorkChange } from '../tasks/file-work.repository.js';
import type { Lease } from '../tasks/lease.js';
import { ObjectStore } from '../objects/object-store.js';
import { InteractionExports } from './interaction-exports.client.js';

type Part = keyof ExportDetails['pieces'];

/** The details of an exported dataset. */
type ExportedDetails = DatasetDetails & { readonly exported: ExportDetails };

const keyOf: Readonly<Record<Part, (file: FileEntity) => string>> = {
  lines: originalKeyOf,
  recipe: recipeKeyOf,
  manifest: manifestKeyOf,
};

const parts = Object.keys(keyOf) as Part[];

const noPieces: ExportDetails['pieces'] = { lines: [], recipe: [], manifest: [] };

/**
 * Exports datasets of interactions.
 *
 * The interactions service uploads pieces of three files to presigned URLs. The row has the progress. At the end the
 * pieces of each file are concatenated.
 */
@Injectable()
export class DatasetExporter implements FileProcessor {
  constructor(
    private readonly store: ObjectStore,
    private readonly exports: InteractionExports,
  ) {}

  async process(file: FileEntity, lease: Lease): Promise<WorkChange> {
    let details = exportedDetailsOf(file);
    const save = async (next: ExportedDetails) => {
      details = next;
      await lease.save({ details });
    };
    try {
      if (details.exported.snapshot === null) await save(await this.#begin(file, details, lease.signal));
      while (!details.exported.complete) await save(await this.#addPiece(file, details, lease.signal));
    } catch (error) {
      if (!isFinal(error)) throw error;
      return this.#fail(file, details, error.message);
    }
    if (details.progress.rows === 0) return this.#fail(file, details, 'No interaction matches the filter.');
    return this.#concatenateAll(file, details, lease.signal);
  }

  async cleanUp(file: FileEntity): Promise<void> {
    await this.#deletePieces(file, exportedDetailsOf(file));
    for (const part of parts) await this.store.clear(keyOf[part](file));
  }

  /** Fixes the snapshot, and what is expected of it. */
  async #begin(file: FileEntity, details: ExportedDetails, signal: AbortSignal): Promise<ExportedDetails> {
    const { exported } = details;
    const request = { ...requestOf(file, details), at: exported.source.snapshot };
    const { candidates: expected, ...snapshot } = await this.exports.begin(request, signal);
    return { ...details, exported: { ...exported, snapshot, expected } };
  }

  /** Exports the next piece. */
  async #addPiece(file: FileEntity, details: ExportedDetails, signal: AbortSignal): Promise<ExportedDetails> {
    const { exported, progress } = details;
    const snapshot = exported.snapshot as ExportSnapshot;
    const request = { ...requestOf(file, details), snapshot, after: exported.next, lines_before: progress.rows };
    const [lines, recipe, manifest] = await Promise.all(parts.map((part) => this.#uploadUrl(file, part, exported)));
    const upload_urls = { lines, recipe, manifest } as Record<Part, string>;
    const piece = await this.exports.piece({ ...request, upload_urls }, signal);
    const rows = progress.rows + piece.lines;
    const bytes = progress.bytes + piece.bytes.lines;
    if (bytes > maxBytesOf.dataset) throw tooLarge();
    return { ...details, progress: { bytes, lines: rows, rows }, exported: withPiece(exported, piece) };
  }

  async #fail(file: FileEntity, details: ExportedDetails, message: string): Promise<WorkChange> {
    await this.#deletePieces(file, details);
    const errors = [{ line: details.progress.rows + 1, message }];
    return { status: 'failed', details: { ...details, errors, exported: { ...details.exported, pieces: noPieces } } };
  }

  async #concatenateAll(file: FileEntity, details: ExportedDetails, signal: AbortSignal): Promise<WorkChange> {
    const size = await this.#concatenate(file, 'lines', details, signal);
    const recipe_size = await this.#concatenate(file, 'recipe', details, signal);
    const manifest_size = await this.#concatenate(file, 'manifest', details, signal);
    const sha256 = await this.#hashOf(file, signal);
    await this.#deletePieces(file, details);
    const exported = { ...details.exported, pieces: noPieces, manifest_size };
    return { status: 'ready', size, sha256, details: { ...details, recipe_size, exported } };
  }

  #uploadUrl(file: FileEntity, part: Part, { pieces }: ExportDetails): Promise<string> {
    return this.store.uploadUrl(pieceOf(file, part, pieces[part].length), urlValidS);
  }

  async #concatenate(
    file: FileEntity,
    part: Part,
    { exported }: ExportedDetails,
    signal: AbortSignal,
  ): Promise<number> {
    const sizes = exported.pieces[part];
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const pieces = sizes.map((size, number) => ({ key: pieceOf(file, part, number), size }));
    await this.store.concatenate(keyOf[part](file), pieces, { signal });
    return total;
  }

  async #hashOf(file: FileEntity, signal: AbortSignal): Promise<string> {
    const hash = createHash('sha256');
    for await (const piece of await this.store.read(originalKeyOf(file), { signal })) hash.update(piece as Buffer);
    return hash.digest('hex');
  }

  /** Deletes the known pieces and the one that may be in flight. */
  async #deletePieces(file: FileEntity, { exported: { pieces } }: ExportedDetails): Promise<void> {
    for (const part of parts) {
      for (let number = 0; number <= pieces[part].length; number++) {
        await this.store.delete(pieceOf(file, part, number));
      }
    }
  }
}

function pieceOf(file: FileEntity, part: Part, number: number): string {
  return `${keyOf[part](file)}.${number}`;
}

function exportedDetailsOf({ details }: FileEntity): ExportedDetails {
  return datasetDetails.required({ exported: true }).parse(details);
}

function requestOf({ project_id }: FileEntity, { exported }: ExportedDetails): Omit<BeginExport, 'at'> {
  const { filter, format } = exported.source;
  return { project_id: project_id as string, filter: filter as BeginExport['filter'], format };
}

function withPiece(exported: ExportDetails, { bytes, next }: ExportedPiece): ExportDetails {
  const add = (sizes: number[], size: number) => (size === 0 ? sizes : [...sizes, size]);
  const { lines, recipe, manifest } = exported.pieces;
  const pieces = {
    lines: add(lines, bytes.lines),
    recipe: add(recipe, bytes.recipe),
    manifest: add(manifest, bytes.manifest),
  };
  return { ...exported, next, complete: next === null, pieces };
}

/** Whether an error fails the dataset: an invalid request, a deleted metric, or an exceeded quota. */
function isFinal(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false;
  return error.code === 'quota_exceeded' || ['invalid_request_error', 'not_found_error'].includes(error.type);
}

function tooLarge(): AppError {
  return invalidRequest(
    'file_too_large',
    `A dataset must have at most ${maxBytesOf.dataset} bytes; this one has more.`,
  );
}
