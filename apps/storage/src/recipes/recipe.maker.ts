import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import type { FileEntity } from '../database/entities/file.entity.js';
import { recipeDetails } from '../files/file-details.js';
import { originalKeyOf } from '../files/file-keys.js';
import type { FileMaker } from '../files/work/file-maker.js';
import type { WorkChange } from '../files/work/file-work.repository.js';
import type { Lease } from '../files/work/lease.js';
import type { ObjectStore } from '../objects/object-store.js';
import { OBJECT_STORE } from '../objects/objects.module.js';
import { checkZip } from './check-zip.js';

/** Checks recipes; they stay as they were uploaded. */
@Injectable()
export class RecipeMaker implements FileMaker {
  constructor(@Inject(OBJECT_STORE) private readonly store: ObjectStore) {}

  async make(file: FileEntity, { signal }: Lease): Promise<WorkChange> {
    const { entry_point: entryPoint } = recipeDetails.parse(file.details);
    const key = originalKeyOf(file);
    const read = async (first: number, last: number) =>
      buffer(await this.store.read(key, { range: { first, last }, signal }));
    const { entries, unpackedBytes } = await checkZip({ size: Number(file.size), read, entryPoint, signal });
    const details = { entry_point: entryPoint, entries, unpacked_size: unpackedBytes };
    return { status: 'ready', details };
  }

  /** Beside what was uploaded there is nothing. */
  unmake(): Promise<void> {
    return Promise.resolve();
  }
}
