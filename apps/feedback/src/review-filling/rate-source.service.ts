import { Injectable } from '@nestjs/common';
import { ReferencesService } from '../references/references.service.js';
import type { ClaimedQueue, Found } from './fill.js';
import { InteractionsClient } from './interactions.client.js';
import { existingReferences } from './existing-references.js';
import { filterOf } from './source-filter.js';

/** Finds completions that match a filter. */
@Injectable()
export class RateSource {
  constructor(
    private readonly interactions: InteractionsClient,
    private readonly references: ReferencesService,
  ) {}

  /** @throws AppError as {@link InteractionsClient.scan}, `source_invalid` */
  async next({ project_id, fill_cursor }: ClaimedQueue, filter: unknown, limit: number): Promise<Found> {
    const request = { project_id, filter: filterOf(filter), limit, cursor: fill_cursor };
    const { completion_ids, ...position } = await this.interactions.scan(request);
    const known = existingReferences(project_id, completion_ids, await this.references.completions(completion_ids));
    return { ...position, items: known.map((one) => ({ completions: [one] })) };
  }
}
