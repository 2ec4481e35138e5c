import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { StoredObjects } from '@earshot/storage-client';
import type { ErasableInteraction } from './erasures.repository.js';

/** Objects of interactions in the bucket. */
@Injectable()
export class ObjectsOfInteractions {
  constructor(private readonly objects: StoredObjects) {}

  /**
   * Deletes texts within seconds; images stay, since other interactions may use them.
   * @throws AppError `service_unavailable`
   */
  async remove(projectId: string, erasable: readonly ErasableInteraction[], call: CallContext): Promise<void> {
    const namesOf = (of: 'conversation' | 'answers') =>
      new Set(erasable.flatMap(({ record }) => record[of]?.name ?? []));
    const remove = (kind: 'conversation' | 'completion') => (name: string) =>
      this.objects.remove({ kind, project_id: projectId, name }, call);
    await Promise.all([
      ...[...namesOf('conversation')].map(remove('conversation')),
      ...[...namesOf('answers')].map(remove('completion')),
    ]);
  }
}
