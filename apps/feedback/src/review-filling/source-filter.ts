import { interactionFilter, type InteractionFilter } from '@earshot/contracts-interactions';
import { invalidRequest } from '@earshot/errors';

/** The filter that matches all interactions. */
export const everything: InteractionFilter = {
  session_id: null,
  user: null,
  model: null,
  ab_campaign: null,
  labels: [],
  tags: [],
  finish_reason: null,
  created_after: null,
  created_before: null,
  metric: null,
};

/** Reads the filter of a stored source. @throws AppError `source_invalid` */
export function filterOf(stored: unknown): InteractionFilter {
  const { data } = interactionFilter.safeParse(stored);
  if (data !== undefined) return data;
  throw invalidRequest('source_invalid', 'The filter of the queue cannot be read. Set `source` again.', {
    param: 'source',
  });
}
