import { Inject, Injectable } from '@nestjs/common';
import type { WithholdDatasets } from '@earshot/contracts-storage';
import type { Transaction } from '@earshot/persistence';
import type { FileEntity } from '../database/entities/file.entity.js';
import { ExportMaker } from '../exports/export.maker.js';
import { datasetDetails } from '../files/file-details.js';
import { manifestKeyOf, originalKeyOf } from '../files/file-keys.js';
import type { WorkChange } from '../files/work/file-work.repository.js';
import type { Lease } from '../files/work/lease.js';
import type { ObjectStore } from '../objects/object-store.js';
import { OBJECT_STORE } from '../objects/objects.module.js';
import { hasOneOf } from './erased-lines.js';
import { ErasureChecksRepository, type ErasureCheck } from './erasure-checks.repository.js';

/** What a dataset that is withheld comes to, and what that settles. */
export interface Checked {
  readonly change: WorkChange;
  readonly settled: readonly ErasureCheck[];
}

/** Looks whether datasets have lines of what was erased: their manifests name users and completions. Those that have are deleted but for their rows. */
@Injectable()
export class ErasureChecks {
  constructor(
    private readonly checks: ErasureChecksRepository,
    private readonly exports: ExportMaker,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /** Withholds the datasets that may have a line of what was erased. @returns how many. */
  withhold(tx: Transaction, erasure: WithholdDatasets): Promise<number> {
    return this.checks.add(tx, erasure);
  }

  /** Looks through a dataset. @throws AppError `service_unavailable` while the bucket is away; the reason of the lease's abort. */
  async check(file: FileEntity, lease: Lease): Promise<Checked> {
    const settled = await this.checks.pending(file.id);
    const [latest] = settled;
    if (latest === undefined || !(await this.#has(file, settled, lease.signal))) return { change: {}, settled };
    // First the bucket: until the row says it, the dataset is withheld by its checks.
    await this.exports.unmake(file);
    await this.store.clear(originalKeyOf(file));
    const details = datasetDetails.required({ exported: true }).parse(file.details);
    const erased_at = latest.erasedAt.toISOString();
    const errors = [{ line: 1, message: `It had what was erased at ${erased_at}. Make it again: send its 'from'.` }];
    const exported = { ...details.exported, manifest_size: null };
    const change = { details: { ...details, errors, recipe_size: null, erased_at, exported } };
    return { change: { ...change, status: 'failed', size: '0', sha256: null, updatedAt: new Date() }, settled };
  }

  /** A dataset that failed has no files. */
  async #has(file: FileEntity, checks: readonly ErasureCheck[], signal: AbortSignal): Promise<boolean> {
    if (file.status !== 'ready') return false;
    const manifest = await this.store.read(manifestKeyOf(file), { signal });
    const ids = checks.map(({ erased }) => erased);
    return hasOneOf(manifest, ids);
  }

  /** To be called once the row says what became of the dataset. */
  settle({ id }: FileEntity, { settled }: Checked): Promise<void> {
    return this.checks.settle(id, settled);
  }
}
