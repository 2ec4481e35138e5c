import { Injectable } from '@nestjs/common';
import type { Received } from '@earshot/contracts-core';
import type { InteractionErased, UserErased } from '@earshot/contracts-interactions';
import type { WithholdDatasets } from '@earshot/contracts-storage';
import type { Transaction } from '@earshot/persistence';
import { ErasureChecksRepository, type ErasureCheck } from './erasure-checks.repository.js';

/** Withholds the datasets that may contain erased content until they are checked. */
@Injectable()
export class ErasuresService {
  constructor(private readonly checks: ErasureChecksRepository) {}

  /** Withholds the datasets that may contain erased content. @returns how many. */
  async withhold(tx: Transaction, erasure: WithholdDatasets): Promise<{ datasets: number }> {
    return { datasets: await this.checks.add(tx, erasure) };
  }

  /** Withholds the datasets that may contain content of erased users. */
  async usersErased(tx: Transaction, events: readonly Received<UserErased>[]): Promise<void> {
    for (const { body } of events) {
      const { project_id, user, erased_at } = body;
      await this.checks.add(tx, { project_id, erased: [user], erased_at });
    }
  }

  /** As {@link usersErased} for interactions. Datasets keep expired ones. */
  async interactionsErased(tx: Transaction, events: readonly Received<InteractionErased>[]): Promise<void> {
    for (const { body } of events) {
      const { project_id, completion_ids: erased, erased_at, expired = false } = body;
      if (!expired) await this.checks.add(tx, { project_id, erased, erased_at });
    }
  }

  /** Whether a dataset has pending checks. */
  async isWithheld(tx: Transaction, fileId: string): Promise<boolean> {
    return (await this.checks.of(tx, fileId)).length > 0;
  }

  /** The pending checks of a dataset, latest erasure first. */
  pending(fileId: string): Promise<ErasureCheck[]> {
    return this.checks.pending(fileId);
  }

  /** Deletes the checks once the row of the dataset has their result. */
  complete(fileId: string, checks: readonly ErasureCheck[]): Promise<void> {
    return this.checks.delete(fileId, checks);
  }
}
