import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { interactionErased } from '@earshot/contracts-interactions';
import { ProjectDirectory } from '@earshot/directory';
import { now, Outbox } from '@earshot/persistence';
import { ErasuresRepository } from '../erasure/erasures.repository.js';
import { ObjectsOfInteractions } from '../erasure/objects-of-interactions.service.js';

/** Rows deleted in one transaction, which takes some milliseconds. */
const batchRows = 200;

const dayMs = 86_400_000;

/** Deletes expired interactions. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly projects: ProjectDirectory,
    private readonly rows: ErasuresRepository,
    private readonly objects: ObjectsOfInteractions,
    private readonly outbox: Outbox,
  ) {}

  /** Deletes all expired interactions. Several processes may do so at once. @throws AppError `service_unavailable` */
  async deleteExpired(call: CallContext, signal: AbortSignal): Promise<void> {
    for (const { id, interactions_days: days } of [...this.projects.replica.values()]) {
      if (days == null) continue;
      const before = new Date(Date.now() - days * dayMs);
      while (!signal.aborted && (await this.#deleteBatch(id, before, call)) === batchRows);
    }
  }

  /** @returns the number of deleted interactions. */
  async #deleteBatch(projectId: string, before: Date, call: CallContext): Promise<number> {
    const erasable = await this.rows.oldest(projectId, before, batchRows);
    if (erasable.length === 0) return 0;
    // The bucket first: the rows name its objects.
    await this.objects.remove(projectId, erasable, call);
    const completion_ids = erasable.map(({ completion_id }) => completion_id);
    const event = { project_id: projectId, completion_ids, erased_at: now(), expired: true };
    await this.rows.delete(projectId, erasable, async (tx) => {
      await this.rows.markExpired(tx, projectId, before);
      await this.outbox.event(tx, interactionErased, event, call);
    });
    return erasable.length;
  }
}
