import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { interactionErased } from '@earshot/contracts-interactions';
import { ProjectDirectory } from '@earshot/directory';
import { Outbox } from '@earshot/persistence';
import { ObjectsOfInteractions } from '../erasure/objects-of-interactions.service.js';
import { RetentionRepository } from './retention.repository.js';

/** Deleted together: a transaction of some milliseconds. */
const batchRows = 200;

const dayMs = 86_400_000;

/** Deletes interactions that their project keeps no longer. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly projects: ProjectDirectory,
    private readonly rows: RetentionRepository,
    private readonly objects: ObjectsOfInteractions,
    private readonly outbox: Outbox,
  ) {}

  /** Deletes all that there is now, unless the signal aborts. Several processes may do so at once. @throws AppError while something is away. */
  async deleteExpired(call: CallContext, signal: AbortSignal): Promise<void> {
    for (const { id, interactions_days: days } of [...this.projects.replica.values()]) {
      if (days == null) continue;
      const before = new Date(Date.now() - days * dayMs);
      while (!signal.aborted && (await this.#deleteSome(id, before, call)) === batchRows);
    }
  }

  /** @returns how many. */
  async #deleteSome(projectId: string, before: Date, call: CallContext): Promise<number> {
    const doomed = await this.rows.someBefore(projectId, before, batchRows);
    if (doomed.length === 0) return 0;
    // First the bucket: a row that is there still knows what else has to go.
    await this.objects.remove(projectId, doomed, call);
    const completion_ids = doomed.map(({ completion_id }) => completion_id);
    const event = { project_id: projectId, completion_ids, erased_at: new Date().toISOString(), expired: true };
    await this.rows.delete(projectId, doomed, (tx) => this.outbox.event(tx, interactionErased, event, call));
    return doomed.length;
  }
}
