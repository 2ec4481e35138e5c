import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { StoredObjects } from '@earshot/storage-client';
import type { DoomedInteraction } from './erasures.repository.js';

/** What interactions have in the bucket. */
@Injectable()
export class ObjectsOfInteractions {
  constructor(private readonly objects: StoredObjects) {}

  /** Deletes their texts within seconds; images stay, since others may name them. @throws AppError `service_unavailable` */
  async remove(projectId: string, doomed: readonly DoomedInteraction[], call: CallContext): Promise<void> {
    const namesOf = (of: 'conversation' | 'answers') => new Set(doomed.flatMap(({ record }) => record[of]?.name ?? []));
    const remove = (kind: 'conversation' | 'completion') => (name: string) =>
      this.objects.remove({ kind, project_id: projectId, name }, call);
    await Promise.all([
      ...[...namesOf('conversation')].map(remove('conversation')),
      ...[...namesOf('answers')].map(remove('completion')),
    ]);
  }
}
