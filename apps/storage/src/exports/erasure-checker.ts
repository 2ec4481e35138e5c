import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { now } from '@earshot/persistence';
import type { FileEntity } from '../database/entities/file.entity.js';
import type { ErasureCheck } from '../erasures/erasure-checks.repository.js';
import { ErasuresService } from '../erasures/erasures.service.js';
import { datasetDetails } from '../files/file-details.js';
import { manifestKeyOf, originalKeyOf } from '../files/file-rules.js';
import type { WorkChange } from '../tasks/file-work.repository.js';
import type { Lease } from '../tasks/lease.js';
import { ObjectStore } from '../objects/object-store.js';
import { DatasetExporter } from './dataset-exporter.js';

/** The result of a check: the changes of the row, and the checks that it completes. */
export interface Checked {
  readonly change: WorkChange;
  readonly checks: readonly ErasureCheck[];
}

/**
 * Checks datasets for erased content by the ids in their manifests, and deletes the objects of those that contain it.
 */
@Injectable()
export class ErasureChecker {
  constructor(
    private readonly erasures: ErasuresService,
    private readonly exporter: DatasetExporter,
    private readonly store: ObjectStore,
  ) {}

  /** Checks a dataset. @throws AppError `service_unavailable`; the reason of the lease's abort. */
  async check(file: FileEntity, lease: Lease): Promise<Checked> {
    const checks = await this.erasures.pending(file.id);
    const [latest] = checks;
    if (latest === undefined || !(await this.#contains(file, checks, lease.signal))) return { change: {}, checks };
    // The bucket comes first: the pending checks withhold the dataset until its row is updated.
    await this.exporter.cleanUp(file);
    await this.store.clear(originalKeyOf(file));
    const details = datasetDetails.required({ exported: true }).parse(file.details);
    const erased_at = latest.erased_at.toISOString();
    const errors = [
      { line: 1, message: `It contained content that was erased at ${erased_at}. Create it again with its 'from'.` },
    ];
    const exported = { ...details.exported, manifest_size: null };
    const change = { status: 'failed', size: 0, sha256: null, updated_at: now() } as const;
    return {
      change: { ...change, details: { ...details, errors, recipe_size: null, erased_at, exported } },
      checks,
    };
  }

  /** Failed datasets have no objects. */
  async #contains(file: FileEntity, checks: readonly ErasureCheck[], signal: AbortSignal): Promise<boolean> {
    if (file.status !== 'ready') return false;
    const manifest = await this.store.read(manifestKeyOf(file), { signal });
    const ids = checks.map(({ erased }) => erased);
    return containsAny(manifest, ids);
  }
}

const idLength = 36;

/** Whether a text contains any of the ids. Reads up to the first match. */
export async function containsAny(text: Readable, ids: readonly string[]): Promise<boolean> {
  const lowerCaseIds = ids.map((id) => id.toLowerCase());
  let tail = '';
  for await (const chunk of text) {
    const part = tail + (chunk as Buffer).toString('latin1');
    if (lowerCaseIds.some((id) => part.includes(id))) return true;
    tail = part.slice(1 - idLength);
  }
  return false;
}
