import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@earshot/errors';
import { CONFIG } from '@earshot/service-kit';
import type { StorageConfig } from '../config.js';
import type { FileEntity } from '../database/entities/file.entity.js';
import { datasetDetails, type DatasetDetails } from '../files/file-details.js';
import { originalKeyOf, pieceKeyOf, recipeKeyOf, urlValidS } from '../files/file-rules.js';
import type { FileProcessor } from '../tasks/file-processor.js';
import type { WorkChange } from '../tasks/file-work.repository.js';
import type { Lease } from '../tasks/lease.js';
import { ObjectStore } from '../objects/object-store.js';
import { runThread } from '../threads/run-thread.js';
import type { ConversionEvent, ConversionProgress, ConversionTask } from './conversion.js';

const dayMs = 24 * 60 * 60_000;

/** Converts uploaded datasets into pieces of the recipe format, which are concatenated at the end. */
@Injectable()
export class DatasetConverter implements FileProcessor {
  constructor(
    private readonly store: ObjectStore,
    @Inject(CONFIG) private readonly config: StorageConfig,
  ) {}

  async process(file: FileEntity, lease: Lease): Promise<WorkChange> {
    const saved = datasetDetails.parse(file.details);
    const details = saved.saved.bytes < file.size ? await this.#convert(file, saved, lease) : saved;
    if (details.errors.length > 0) {
      // The piece with the first error may be uploaded.
      await this.#deletePieces(file, details.pieces.length + 1);
      return { status: 'failed', details: { ...details, pieces: [] } };
    }
    const recipe_size = await this.#concatenate(file, details.pieces, lease.signal);
    const { originalsDays } = this.config;
    const original_until = originalsDays === null ? null : new Date(Date.now() + originalsDays * dayMs).toISOString();
    return { status: 'ready', details: { ...details, pieces: [], recipe_size }, original_until };
  }

  async cleanUp(file: FileEntity): Promise<void> {
    const { pieces } = datasetDetails.parse(file.details);
    // One more piece may be uploaded than the row says.
    await this.#deletePieces(file, pieces.length + 1);
    await this.store.clear(recipeKeyOf(file));
  }

  /** Converts the remaining lines and saves each uploaded piece. */
  async #convert(file: FileEntity, saved: DatasetDetails, lease: Lease): Promise<DatasetDetails> {
    let details = saved;
    lease.report(() => ({ details }));
    const task: ConversionTask = {
      url: await this.store.downloadUrl(originalKeyOf(file), urlValidS),
      range: { first: saved.saved.bytes, last: file.size - 1 },
      from: saved.saved,
    };
    // A line of 16 MiB would block the event loop for a second.
    const converted = runThread<ConversionTask, ConversionProgress, ConversionEvent, null, string>(
      'datasets/conversion.worker.js',
      task,
      {
        signal: lease.signal,
        onRequest: () => this.store.uploadUrl(pieceKeyOf(file, details.pieces.length), urlValidS),
        onEvent: async (event) => {
          details = withEvent(details, event);
          if ('piece' in event) await lease.save({ details });
        },
      },
    );
    try {
      const { state, errors } = await converted;
      return { ...details, progress: state, saved: state, errors: [...errors] };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'quota_exceeded') throw error;
      return { ...details, errors: [{ line: details.saved.lines + 1, message: error.message }] };
    }
  }

  async #concatenate(file: FileEntity, sizes: readonly number[], signal: AbortSignal): Promise<number> {
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const pieces = sizes.map((size, number) => ({ key: pieceKeyOf(file, number), size }));
    await this.store.concatenate(recipeKeyOf(file), pieces, { signal });
    await this.#deletePieces(file, sizes.length);
    return total;
  }

  async #deletePieces(file: FileEntity, count: number): Promise<void> {
    for (let number = 0; number < count; number++) await this.store.delete(pieceKeyOf(file, number));
  }
}

function withEvent(details: DatasetDetails, event: ConversionEvent): DatasetDetails {
  if ('progress' in event) return { ...details, progress: event.progress.state, errors: [...event.progress.errors] };
  const { size, state } = event.piece;
  return { ...details, progress: state, saved: state, pieces: [...details.pieces, size] };
}
