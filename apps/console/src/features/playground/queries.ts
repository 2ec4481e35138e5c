import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.js';
import { campaignsQuery } from '../campaigns/queries.js';
import { interactionQuery } from '../interactions/queries.js';
import { readModels, type Model } from '../models/queries.js';

/** A model that the playground offers. */
export interface ChatModel {
  readonly key: string;
  readonly name: string;
  readonly isDefault: boolean;
  /** One of the models that Earshot brings, which know Earshot alone. */
  readonly isDemo: boolean;
  readonly hasImages: boolean;
  readonly hasTools: boolean;
  readonly systemPrompt: string | null;
}

/** The models of a project that answer chats. A key without `read` sees their names only. */
export function chatModelsQuery(project: string, mayRead: boolean) {
  return queryOptions({
    queryKey: ['playground', project, 'models', mayRead],
    queryFn: async ({ signal }) =>
      mayRead ? chatModels(await readModels(project, signal)) : readNames(project, signal),
  });
}

function chatModels(models: readonly Model[]): ChatModel[] {
  return models
    .filter(({ capabilities, provider }) => capabilities.includes('chat') && provider.kind !== 'external')
    .map((model) => ({
      key: model.key,
      name: model.name,
      isDefault: model.default,
      isDemo: model.provider.kind === 'llama' && model.provider.model_file.startsWith('earshot-demo'),
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
      isDemo: false,
      hasImages: true,
      hasTools: true,
      systemPrompt: null,
    }));
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
export function recordQuery(project: string, completion: string) {
  return queryOptions({
    ...interactionQuery(project, completion),
    staleTime: Infinity,
    retry: recordAttempts,
    retryDelay: recordPauseMs,
  });
}
