import { interactionFilter, type InteractionFilter } from '@earshot/contracts-interactions';
import { invalidRequest } from '@earshot/errors';

/** Reads the filter of a stored source. @throws AppError `source_invalid` */
export function filterOf(stored: unknown): InteractionFilter {
  const { data } = interactionFilter.safeParse(stored);
  if (data !== undefined) return data;
  throw invalidRequest('source_invalid', 'The filter of the queue cannot be read. Set `source` again.', {
    param: 'source',
  });
}
