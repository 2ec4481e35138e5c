import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@earshot/service-kit';
import type { StorageConfig } from '../config.js';
import type { FileEntity } from '../database/entities/file.entity.js';
import { datasetDetails, type DatasetDetails } from '../files/file-details.js';
import { originalKeyOf, pieceKeyOf, recipeKeyOf } from '../files/file-keys.js';
import type { FileMaker } from '../files/work/file-maker.js';
import type { WorkChange } from '../files/work/file-work.repository.js';
import type { Lease } from '../files/work/lease.js';
import type { ObjectStore } from '../objects/object-store.js';
import { OBJECT_STORE } from '../objects/objects.module.js';
import { Conversion } from './conversion.js';

/** After this much of the recipe format, in bytes, a killed process need not begin anew: some three seconds of work. */
const pieceBytes = 128 * 1_048_576;

const dayMs = 24 * 60 * 60_000;

/** Converts datasets: into pieces of the recipe format, which are put together when all are there. */
@Injectable()
export class DatasetMaker implements FileMaker {
  constructor(
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
    @Inject(CONFIG) private readonly config: StorageConfig,
  ) {}

  async make(file: FileEntity, lease: Lease): Promise<WorkChange> {
    const begun = datasetDetails.parse(file.details);
    const details = begun.saved.bytes < Number(file.size) ? await this.#convert(file, begun, lease) : begun;
    if (details.errors.length > 0) {
      // The one that the first error was met in has been begun, and is of no use.
      await this.#deletePieces(file, details.pieces.length + 1);
      return { status: 'failed', details: { ...details, pieces: [] } };
    }
    const recipe_size = await this.#join(file, details.pieces, lease.signal);
    const { originalsDays } = this.config;
    const originalUntil = originalsDays === null ? null : new Date(Date.now() + originalsDays * dayMs);
    return { status: 'ready', details: { ...details, pieces: [], recipe_size }, originalUntil };
  }

  async unmake(file: FileEntity): Promise<void> {
    const { pieces } = datasetDetails.parse(file.details);
    const begun = [pieceKeyOf(file, pieces.length), recipeKeyOf(file)];
    // What a killed process had begun to write can't be seen, and takes place until somebody else writes there.
    if (file.status === 'processing') for (const key of begun) await this.store.write(key, nothing());
    await this.#deletePieces(file, pieces.length + 1);
    await this.store.delete(recipeKeyOf(file));
  }

  /** Writes the rows that are not written yet; the row in the database is told of each piece that is there. */
  async #convert(file: FileEntity, begun: DatasetDetails, lease: Lease): Promise<DatasetDetails> {
    const { signal } = lease;
    const conversion = new Conversion(begun.saved);
    let saved = begun;
    const now = (): DatasetDetails => ({ ...saved, progress: conversion.state, errors: conversion.errors });
    lease.report(() => ({ details: now() }));
    const range = { first: begun.saved.bytes, last: Number(file.size) - 1 };
    const original = await this.store.read(originalKeyOf(file), { range, signal });
    try {
      const rows = conversion.rows(original);
      for (let next = await rows.next(); !next.done; next = await rows.next()) {
        const key = pieceKeyOf(file, saved.pieces.length);
        const size = await this.store.write(key, pieceOf(next.value, rows), { signal });
        if (conversion.errors.length > 0) continue;
        saved = { ...now(), saved: conversion.state, pieces: [...saved.pieces, size] };
        await lease.save({ details: saved });
      }
      signal.throwIfAborted();
      return { ...now(), saved: conversion.state };
    } finally {
      original.destroy();
    }
  }

  async #join(file: FileEntity, sizes: readonly number[], signal: AbortSignal): Promise<number> {
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const key = recipeKeyOf(file);
    // A process that was killed after this has left no pieces.
    if ((await this.store.sizeOf(key)) !== total) {
      const pieces = sizes.map((size, number) => ({ key: pieceKeyOf(file, number), size }));
      await this.store.concatenate(key, pieces, { signal });
    }
    await this.#deletePieces(file, sizes.length);
    return total;
  }

  async #deletePieces(file: FileEntity, count: number): Promise<void> {
    for (let number = 0; number < count; number++) await this.store.delete(pieceKeyOf(file, number));
  }
}

/** Rows up to the size of a piece; those that follow are still to be had from the same source. */
async function* pieceOf(first: Buffer, rows: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let size = first.length;
  yield first;
  while (size < pieceBytes) {
    const next = await rows.next();
    if (next.done) return;
    size += next.value.length;
    yield next.value;
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}
