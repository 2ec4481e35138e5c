import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';

/** Comparisons that are shown of one interaction: one page. */
const maxShown = 100;

/** The comparisons that a completion took part in, oldest first. */
export const comparisonsQuery = (project: string, completion: string) =>
  queryOptions({
    queryKey: ['interactions', project, 'comparisons', completion],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/projects/{project}/comparisons', {
          params: { path: { project }, query: { completion_id: completion, limit: maxShown } },
          signal,
        }),
      ),
  });

/** How a completion did in a comparison, in words. */
export function resultOf({ tied, preferred }: Schemas['Comparison'], completion: string): string {
  if (tied !== null) return tied === 'good' ? 'tied, both good' : 'tied, both bad';
  return preferred.completion_id === completion ? 'won' : 'lost';
}
