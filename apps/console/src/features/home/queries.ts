import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import type { Interval } from '../../ui/time-series.js';
import { homeRanges, type HomeRange } from './range.js';
import { newestOf } from './recent.js';

/** Time after which shown figures are read again, besides after events. */
const refreshMs = 60_000;

/** The time until now, as the statistics take it. */
function timeOf(range: HomeRange, interval: Interval) {
  const now = Date.now();
  return {
    from: new Date(now - homeRanges[range].ms).toISOString(),
    to: new Date(now).toISOString(),
    interval,
  };
}

/** Statistics of interactions, as a whole or by model. */
export const interactionStatisticsQuery = (
  project: string,
  range: HomeRange,
  interval: Interval,
  group: 'model' | null,
) =>
  queryOptions({
    queryKey: ['home', project, 'interactions', range, interval, group],
    queryFn: ({ signal }) =>
      bodyOf<Schemas['InteractionStatistics']>(
        api.GET('/api/v1/projects/{project}/interactions/statistics', {
          params: { path: { project }, query: { ...timeOf(range, interval), group_by: group ?? undefined } },
          signal,
        }),
      ),
    refetchInterval: refreshMs,
  });

/** Statistics of feedback by metric. */
export const feedbackStatisticsQuery = (project: string, range: HomeRange, interval: Interval) =>
  queryOptions({
    queryKey: ['home', project, 'feedback', range, interval],
    queryFn: ({ signal }) =>
      bodyOf<Schemas['FeedbackStatistics']>(
        api.GET('/api/v1/projects/{project}/feedback/statistics', {
          params: { path: { project }, query: timeOf(range, interval) },
          signal,
        }),
      ),
    refetchInterval: refreshMs,
  });

const latest = (project: string, query: { readonly model?: string }, signal: AbortSignal) =>
  bodyOf<Schemas['ListedInteractionPage']>(
    api.GET('/api/v1/projects/{project}/interactions', {
      params: { path: { project }, query: { ...query, limit: 1 } },
      signal,
    }),
  );

/** Time between checks for the first interaction, besides the stream of events. */
const firstPollMs = 4_000;

/** Whether the project has an interaction. It is asked until it has. */
export const hasInteractionsQuery = (project: string) =>
  queryOptions({
    queryKey: ['home', project, 'has-interactions'],
    queryFn: async ({ signal }) => (await latest(project, {}, signal)).data.length > 0,
    // Another view may have sent the first one.
    staleTime: ({ state }) => (state.data === false ? 0 : Infinity),
    refetchInterval: ({ state }) => (state.data === false ? firstPollMs : false),
  });

/** Time of the last interaction of a model; null without one. */
export const lastTrafficQuery = (project: string, model: string) =>
  queryOptions({
    queryKey: ['home', project, 'last', model],
    queryFn: async ({ signal }) => (await latest(project, { model }, signal)).data[0]?.created_at ?? null,
    refetchInterval: refreshMs,
  });

/** Entries of recent feedback. */
const recentEntries = 6;

/** The newest feedback and comparisons. */
export const recentFeedbackQuery = (project: string) =>
  queryOptions({
    queryKey: ['home', project, 'recent-feedback'],
    queryFn: async ({ signal }) => {
      const params = { path: { project }, query: { limit: recentEntries, order: 'desc' } } as const;
      const [feedback, comparisons] = await Promise.all([
        bodyOf(api.GET('/api/v1/projects/{project}/feedback', { params, signal })),
        bodyOf(api.GET('/api/v1/projects/{project}/comparisons', { params, signal })),
      ]);
      return newestOf(feedback.data, comparisons.data, recentEntries);
    },
    refetchInterval: refreshMs,
  });
