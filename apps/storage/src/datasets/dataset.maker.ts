import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@earshot/errors';
import { CONFIG } from '@earshot/service-kit';
import type { StorageConfig } from '../config.js';
import type { FileEntity } from '../database/entities/file.entity.js';
import { datasetDetails, type DatasetDetails } from '../files/file-details.js';
import { originalKeyOf, pieceKeyOf, recipeKeyOf } from '../files/file-keys.js';
import { urlValidS } from '../files/file-rules.js';
import type { FileMaker } from '../files/work/file-maker.js';
import type { WorkChange } from '../files/work/file-work.repository.js';
import type { Lease } from '../files/work/lease.js';
import type { ObjectStore } from '../objects/object-store.js';
import { OBJECT_STORE } from '../objects/objects.module.js';
import { runThread } from '../threads/run-thread.js';
import type { ConversionNews, ConversionProgress, ConversionTask } from './conversion-task.js';

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
    // One more may have been sent than the row tells of.
    await this.#deletePieces(file, pieces.length + 1);
    await this.store.clear(recipeKeyOf(file));
  }

  /** Has the rows written that are not written yet; the row in the database is told of each piece that is there. */
  async #convert(file: FileEntity, begun: DatasetDetails, lease: Lease): Promise<DatasetDetails> {
    let details = begun;
    lease.report(() => ({ details }));
    const task: ConversionTask = {
      url: await this.store.downloadUrl(originalKeyOf(file), urlValidS),
      range: { first: begun.saved.bytes, last: Number(file.size) - 1 },
      from: begun.saved,
    };
    // A line of 16 MiB takes a second, in which this thread would answer nobody.
    const converted = runThread<ConversionTask, ConversionProgress, ConversionNews, null, string>(
      'datasets/conversion.worker.js',
      task,
      {
        signal: lease.signal,
        onQuestion: () => this.store.uploadUrl(pieceKeyOf(file, details.pieces.length), urlValidS),
        onNews: async (news) => {
          details = withNews(details, news);
          if ('piece' in news) await lease.save({ details });
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

  async #join(file: FileEntity, sizes: readonly number[], signal: AbortSignal): Promise<number> {
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

function withNews(details: DatasetDetails, news: ConversionNews): DatasetDetails {
  if ('progress' in news) return { ...details, progress: news.progress.state, errors: [...news.progress.errors] };
  const { size, state } = news.piece;
  return { ...details, progress: state, saved: state, pieces: [...details.pieces, size] };
}
