import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { FileEntity } from '../database/entities/file.entity.js';
import { recipeDetails } from '../files/file-details.js';
import { originalKeyOf } from '../files/file-rules.js';
import type { FileProcessor } from '../tasks/file-processor.js';
import type { WorkChange } from '../tasks/file-work.repository.js';
import type { Lease } from '../tasks/lease.js';
import { ObjectStore } from '../objects/object-store.js';
import { checkZip } from './check-zip.js';

/** Checks uploaded recipes. Does not change them. */
@Injectable()
export class RecipeChecker implements FileProcessor {
  constructor(private readonly store: ObjectStore) {}

  async process(file: FileEntity, { signal }: Lease): Promise<WorkChange> {
    const { entry_point: entryPoint } = recipeDetails.parse(file.details);
    const key = originalKeyOf(file);
    const read = async (first: number, last: number) =>
      buffer(await this.store.read(key, { range: { first, last }, signal }));
    const { entries, unpackedBytes } = await checkZip({ size: file.size, read, entryPoint, signal });
    const details = { entry_point: entryPoint, entries, unpacked_size: unpackedBytes };
    return { status: 'ready', details };
  }

  cleanUp(): Promise<void> {
    return Promise.resolve();
  }
}
