import { Injectable } from '@nestjs/common';
import type { Reference } from '../references/reference.js';
import { ReferencesService } from '../references/references.service.js';
import type { ClaimedQueue, Found } from './fill.js';
import { InteractionsClient } from './interactions.client.js';
import { existingReferences } from './existing-references.js';
import { filterOf } from './source-filter.js';

/** Completions that match, and where the scan goes on. */
type Scanned = Omit<Found, 'items'> & { readonly completions: readonly Reference[] };

/** Finds completions that match a filter. */
@Injectable()
export class RateSource {
  constructor(
    private readonly interactions: InteractionsClient,
    private readonly references: ReferencesService,
  ) {}

  /** Items of one completion each. @throws AppError as {@link scan} */
  async next(queue: ClaimedQueue, filter: unknown, limit: number): Promise<Found> {
    const { completions, ...position } = await this.scan(queue, filter, limit);
    return { ...position, items: completions.map((one) => ({ completions: [one] })) };
  }

  /** The next completions. @throws AppError as {@link InteractionsClient.scan}, `source_invalid` */
  async scan({ project_id, fill_cursor }: ClaimedQueue, filter: unknown, limit: number): Promise<Scanned> {
    const request = { project_id, filter: filterOf(filter), limit, cursor: fill_cursor };
    const { completion_ids, ...position } = await this.interactions.scan(request);
    const found = await this.references.completions(completion_ids);
    return { ...position, completions: existingReferences(project_id, completion_ids, found) };
  }
}
