import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { allPages } from '../../api/pages.js';

/** An API key, without the key itself. */
export type ApiKey = Schemas['ApiKey'];

/** An API key as the response to its creation shows it, once. */
export type CreatedApiKey = Schemas['CreatedApiKey'];

/** Key of all queries of API keys. */
export const keysKey = (project: string) => ['resource', project, 'keys'] as const;

/** The API keys of a project. */
export const keysQuery = (project: string) =>
  queryOptions({
    queryKey: keysKey(project),
    queryFn: ({ signal }) =>
      allPages<ApiKey>((cursor) =>
        bodyOf(
          api.GET('/api/v1/projects/{project}/api_keys', {
            params: { path: { project }, query: { limit: 100, cursor } },
            signal,
          }),
        ),
      ),
  });

/** Usage and quotas of a project. */
export const usageQuery = (project: string) =>
  queryOptions({
    queryKey: ['resource', project, 'usage'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/api/v1/projects/{project}/usage', { params: { path: { project } }, signal })),
  });

/** Creates an API key. Only the response has the key itself. @throws ApiError */
export function createKey(project: string, body: Schemas['CreateApiKey'], key: string): Promise<CreatedApiKey> {
  const params = { path: { project }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.POST('/api/v1/projects/{project}/api_keys', { params, body }));
}

/** Changes an API key. @throws ApiError */
export function updateKey(project: string, id: string, body: Schemas['UpdateApiKey'], key: string): Promise<ApiKey> {
  const params = { path: { project, key: id }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.PATCH('/api/v1/projects/{project}/api_keys/{key}', { params, body }));
}

/** Revokes an API key. @throws ApiError */
export function revokeKey(project: string, id: string, key: string): Promise<unknown> {
  const params = { path: { project, key: id }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.DELETE('/api/v1/projects/{project}/api_keys/{key}', { params }));
}
