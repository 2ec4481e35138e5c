import { parseSearch, type InteractionSearch } from '../interactions/filter.js';
import { flagParam, textParam } from '../resource/search.js';

/** Search params of the list of review queues. */
export interface ReviewSearch {
  readonly new?: true;
  /** Key of the queue whose form is open. */
  readonly edit?: string;
  /** Filter of interactions for a new queue; opens the form. */
  readonly filter?: InteractionSearch;
}

/** Reads the search params of the list of review queues. */
export function parseReviewSearch(raw: Record<string, unknown>): ReviewSearch {
  const { filter } = raw;
  const isFilter = typeof filter === 'object' && filter !== null && !Array.isArray(filter);
  return {
    new: flagParam(raw['new']),
    edit: textParam(raw['edit']),
    filter: isFilter ? parseSearch(filter as Record<string, unknown>) : undefined,
  };
}
