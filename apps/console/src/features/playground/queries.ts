import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { allPages } from '../../api/pages.js';
import { campaignsQuery } from '../campaigns/queries.js';

const pageSize = 100;

/** A model that the playground offers. */
export interface ChatModel {
  readonly key: string;
  readonly name: string;
  readonly isDefault: boolean;
  readonly hasImages: boolean;
  readonly hasTools: boolean;
  readonly systemPrompt: string | null;
}

/** The models of a project that answer chats. A key without `read` sees their names only. */
export function chatModelsQuery(project: string, mayRead: boolean) {
  return queryOptions({
    queryKey: ['playground', project, 'models', mayRead],
    queryFn: ({ signal }) => (mayRead ? readModels(project, signal) : readNames(project, signal)),
  });
}

async function readModels(project: string, signal: AbortSignal): Promise<ChatModel[]> {
  const models = await allPages<Schemas['Model']>((cursor) =>
    bodyOf(
      api.GET('/api/v1/projects/{project}/models', {
        params: { path: { project }, query: { limit: pageSize, cursor } },
        signal,
      }),
    ),
  );
  return models
    .filter(({ capabilities, provider }) => capabilities.includes('chat') && provider.kind !== 'external')
    .map((model) => ({
      key: model.key,
      name: model.name,
      isDefault: model.default,
      hasImages: model.capabilities.includes('images'),
      hasTools: model.capabilities.includes('tools'),
      systemPrompt: model.system_prompt,
    }));
}

async function readNames(project: string, signal: AbortSignal): Promise<ChatModel[]> {
  const { data } = await bodyOf(api.GET('/api/v1/models', { signal }));
  return data
    .filter(({ id }) => id.startsWith(`${project}/`))
    .map(({ id }) => id.slice(project.length + 1))
    .map((key) => ({
      key,
      name: key,
      isDefault: false,
      hasImages: true,
      hasTools: true,
      systemPrompt: null,
    }));
}

/** The project, for its system prompt. */
export function projectQuery(project: string) {
  return queryOptions({
    queryKey: ['playground', project, 'project'],
    queryFn: ({ signal }) => bodyOf(api.GET('/api/v1/projects/{project}', { params: { path: { project } }, signal })),
  });
}

/** The metrics of a project. */
export function metricsQuery(project: string) {
  return queryOptions({
    queryKey: ['playground', project, 'metrics'],
    queryFn: ({ signal }) =>
      allPages<Schemas['Metric']>((cursor) =>
        bodyOf(
          api.GET('/api/v1/projects/{project}/metrics', {
            params: { path: { project }, query: { limit: pageSize, cursor } },
            signal,
          }),
        ),
      ),
  });
}

/** The tools of a project. */
export function toolsQuery(project: string) {
  return queryOptions({
    queryKey: ['playground', project, 'tools'],
    queryFn: ({ signal }) =>
      allPages<Schemas['Tool']>((cursor) =>
        bodyOf(
          api.GET('/api/v1/projects/{project}/tools', {
            params: { path: { project }, query: { limit: pageSize, cursor } },
            signal,
          }),
        ),
      ),
  });
}

/** The campaigns at the time of a judgement: one that starts later does not count it. */
export function campaignsAtQuery(project: string, judgement: string) {
  return queryOptions({
    queryKey: ['playground', project, 'campaigns', judgement],
    queryFn: ({ client }) => client.fetchQuery({ ...campaignsQuery(project), staleTime: 0 }),
    staleTime: Infinity,
  });
}

/** The report of a campaign. It has every judgement that was stored before; `judgement` keeps reports apart. */
export function reportQuery(project: string, campaign: string, judgement: string) {
  return queryOptions({
    queryKey: ['playground', project, 'report', campaign, judgement],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/projects/{project}/ab_campaigns/{campaign}/report', {
          params: { path: { project, campaign } },
          signal,
        }),
      ),
  });
}

/** Attempts to read an interaction right after its answer, and the time between them. */
const recordAttempts = 5;
const recordPauseMs = 400;

/** A recorded interaction. It may be visible a moment after its answer. */
export function interactionQuery(project: string, completion: string) {
  return queryOptions({
    queryKey: ['playground', project, 'interaction', completion],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/projects/{project}/interactions/{completion}', {
          params: { path: { project, completion } },
          signal,
        }),
      ),
    staleTime: Infinity,
    retry: recordAttempts,
    retryDelay: recordPauseMs,
  });
}
