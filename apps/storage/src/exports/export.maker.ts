import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { BeginExport, ExportedPiece, ExportSnapshot } from '@earshot/contracts-interactions';
import { AppError, invalidRequest } from '@earshot/errors';
import type { FileEntity } from '../database/entities/file.entity.js';
import { datasetDetails, type DatasetDetails, type ExportDetails } from '../files/file-details.js';
import { manifestKeyOf, originalKeyOf, recipeKeyOf } from '../files/file-keys.js';
import { maxBytesOf, urlValidS } from '../files/file-rules.js';
import type { FileMaker } from '../files/work/file-maker.js';
import type { WorkChange } from '../files/work/file-work.repository.js';
import type { Lease } from '../files/work/lease.js';
import type { ObjectStore } from '../objects/object-store.js';
import { OBJECT_STORE } from '../objects/objects.module.js';
import { InteractionExports } from './interaction-exports.client.js';

type Part = keyof ExportDetails['pieces'];

/** A dataset of which it is known that it is exported. */
type Exporting = DatasetDetails & { readonly exported: ExportDetails };

const keyOf: Readonly<Record<Part, (file: FileEntity) => string>> = {
  lines: originalKeyOf,
  recipe: recipeKeyOf,
  manifest: manifestKeyOf,
};

const parts = Object.keys(keyOf) as Part[];

const noPieces: ExportDetails['pieces'] = { lines: [], recipe: [], manifest: [] };

/**
 * Makes datasets of what is on record. The interactions service puts pieces of three files into the bucket; the row says how far that is; at the
 * end each file is put together.
 */
@Injectable()
export class ExportMaker implements FileMaker {
  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    private readonly exports: InteractionExports,
  ) {}

  async make(file: FileEntity, lease: Lease): Promise<WorkChange> {
    let details = exportingOf(file);
    const save = async (next: Exporting) => {
      details = next;
      await lease.save({ details });
    };
    try {
      if (details.exported.snapshot === null) await save(await this.#begun(file, details, lease.signal));
      while (!details.exported.complete) await save(await this.#more(file, details, lease.signal));
    } catch (error) {
      if (!isFinal(error)) throw error;
      return this.#failed(file, details, error.message);
    }
    if (details.progress.rows === 0)
      return this.#failed(file, details, 'Nothing that is on record is what the filter asks for.');
    return this.#joined(file, details, lease.signal);
  }

  async unmake(file: FileEntity): Promise<void> {
    await this.#deletePieces(file, exportingOf(file));
    for (const part of parts) await this.store.clear(keyOf[part](file));
  }

  /** The dataset once it is settled what it consists of. */
  async #begun(file: FileEntity, details: Exporting, signal: AbortSignal): Promise<Exporting> {
    const { exported } = details;
    const asked = { ...askedOf(file, details), at: exported.source.snapshot };
    return { ...details, exported: { ...exported, snapshot: await this.exports.begin(asked, signal) } };
  }

  /** The dataset with one more piece. */
  async #more(file: FileEntity, details: Exporting, signal: AbortSignal): Promise<Exporting> {
    const { exported, progress } = details;
    const snapshot = exported.snapshot as ExportSnapshot;
    const asked = { ...askedOf(file, details), snapshot, after: exported.next, lines_before: progress.rows };
    const [lines, recipe, manifest] = await Promise.all(parts.map((part) => this.#addressOf(file, part, exported)));
    const upload_urls = { lines, recipe, manifest } as Record<Part, string>;
    const piece = await this.exports.piece({ ...asked, upload_urls }, signal);
    const rows = progress.rows + piece.lines;
    const bytes = progress.bytes + piece.bytes.lines;
    if (bytes > maxBytesOf.dataset) throw tooLarge();
    return { ...details, progress: { bytes, lines: rows, rows }, exported: withPiece(exported, piece) };
  }

  async #failed(file: FileEntity, details: Exporting, message: string): Promise<WorkChange> {
    await this.#deletePieces(file, details);
    const errors = [{ line: details.progress.rows + 1, message }];
    return { status: 'failed', details: { ...details, errors, exported: { ...details.exported, pieces: noPieces } } };
  }

  async #joined(file: FileEntity, details: Exporting, signal: AbortSignal): Promise<WorkChange> {
    const size = await this.#join(file, 'lines', details, signal);
    const recipe_size = await this.#join(file, 'recipe', details, signal);
    const manifest_size = await this.#join(file, 'manifest', details, signal);
    const sha256 = await this.#hashOf(file, signal);
    await this.#deletePieces(file, details);
    const exported = { ...details.exported, pieces: noPieces, manifest_size };
    return { status: 'ready', size: String(size), sha256, details: { ...details, recipe_size, exported } };
  }

  #addressOf(file: FileEntity, part: Part, { pieces }: ExportDetails): Promise<string> {
    return this.store.uploadUrl(pieceOf(file, part, pieces[part].length), urlValidS);
  }

  async #join(file: FileEntity, part: Part, { exported }: Exporting, signal: AbortSignal): Promise<number> {
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

  /** Those that are there, and the one that may have been begun. */
  async #deletePieces(file: FileEntity, { exported: { pieces } }: Exporting): Promise<void> {
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

function exportingOf({ details }: FileEntity): Exporting {
  return datasetDetails.required({ exported: true }).parse(details);
}

function askedOf({ projectId }: FileEntity, { exported }: Exporting): Omit<BeginExport, 'at'> {
  const { filter, format } = exported.source;
  return { project_id: projectId as string, filter: filter as BeginExport['filter'], format };
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

/** What was asked for can't be done, or (as with a metric that was removed) not any more, or there is no room for it: the dataset fails, and says why. */
function isFinal(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false;
  return error.code === 'quota_exceeded' || ['invalid_request_error', 'not_found_error'].includes(error.type);
}

function tooLarge(): AppError {
  return invalidRequest('file_too_large', `A dataset may have ${maxBytesOf.dataset} bytes; this one has more.`);
}
