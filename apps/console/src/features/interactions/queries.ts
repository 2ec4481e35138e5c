import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import type { paths } from '../../api/schema.js';
import { formatNumber } from '../../ui/format.js';
import { toApiFilter, type ApiFilter, type InteractionSearch } from './filter.js';
import type { RowPage } from './paged-rows.js';
import { toRow, type InteractionRow } from './row.js';

/** Entries of a page of the list. */
export const pageSize = 100;

/** Under this key, the cache keeps the list of interactions for the way back to it. */
export const listKey = (project: string) => ['interactions', project, 'list'] as const;

/** Reads a page of the list of interactions. @throws ApiError */
export async function readInteractions(
  project: string,
  filter: ApiFilter,
  cursor: string | undefined,
  signal: AbortSignal | undefined,
): Promise<RowPage<InteractionRow>> {
  const { data, next_cursor } = await bodyOf<Schemas['ListedInteractionPage']>(
    api.GET('/api/v1/projects/{project}/interactions', {
      params: { path: { project }, query: { ...filter, limit: pageSize, cursor } },
      signal,
    }),
  );
  return { rows: data.map(toRow), next: next_cursor };
}

/** One interaction with its feedback. */
export const interactionQuery = (project: string, completion: string) =>
  queryOptions({
    queryKey: ['interactions', project, 'one', completion],
    queryFn: ({ signal }) =>
      bodyOf<Schemas['Interaction']>(
        api.GET('/api/v1/projects/{project}/interactions/{completion}', {
          params: { path: { project, completion } },
          signal,
        }),
      ),
  });

/** Feedback of a person on a completion. */
export type NewFeedback = Pick<Schemas['FeedbackInput'], 'completion_id' | 'metric' | 'value' | 'reason' | 'details'>;

/** Records feedback. The same key makes a repetition the same write. @throws ApiError */
export function addFeedback(project: string, body: NewFeedback, key: string): Promise<Schemas['FeedbackOutput']> {
  return bodyOf(
    api.POST('/api/v1/feedback', {
      params: { header: { 'Idempotency-Key': key } },
      body: { ...body, project },
    }),
  );
}

/** Deletes feedback. An earlier value that it replaced counts again. @throws ApiError */
export async function removeFeedback(project: string, feedback: string): Promise<void> {
  await api.DELETE('/api/v1/projects/{project}/feedback/{feedback}', { params: { path: { project, feedback } } });
}

/** Erases an interaction with its feedback. @throws ApiError */
export async function eraseInteraction(project: string, completion: string): Promise<void> {
  await api.DELETE('/api/v1/projects/{project}/interactions/{completion}', {
    params: { path: { project, completion } },
  });
}

type CountParams = NonNullable<paths['/api/v1/projects/{project}/interactions/count']['get']['parameters']['query']>;

/** What {@link countQuery} counts. */
export interface CountOptions {
  /** What a dataset of this format takes. Default: all interactions. */
  readonly format?: CountParams['format'];
  /** End of a relative time range, ms since 1970. Default: when it is counted. */
  readonly at?: number;
}

/** The number of interactions that match a filter. */
export const countQuery = (project: string, filter: InteractionSearch, { format, at }: CountOptions = {}) =>
  queryOptions({
    queryKey: ['interactions', project, 'count', filter, format, at],
    queryFn: ({ signal }) =>
      bodyOf<Schemas['InteractionCount']>(
        api.GET('/api/v1/projects/{project}/interactions/count', {
          params: { path: { project }, query: { ...toApiFilter(filter, at ?? Date.now()), format } },
          signal,
        }),
      ),
  });

/** A count as `1,234`, or `more than 1,234`. */
export function countText({ count, complete }: Schemas['InteractionCount']): string {
  return complete ? formatNumber(count) : `more than ${formatNumber(count)}`;
}
