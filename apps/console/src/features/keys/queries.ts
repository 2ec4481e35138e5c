import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { allPages } from '../../api/pages.js';

/** An API key, without the key itself. */
export type ApiKey = Schemas['ApiKey'];

/** An API key as the response to its creation shows it, once. */
export type CreatedApiKey = Schemas['CreatedApiKey'];

/** Project of keys; null for the keys of the installation. */
export type KeyOwner = string | null;

/** Key of all queries of API keys. */
export const keysKey = (owner: KeyOwner) => ['resource', owner, 'keys'] as const;

/** The API keys of a project, or of the installation. */
export const keysQuery = (owner: KeyOwner) =>
  queryOptions({
    queryKey: keysKey(owner),
    queryFn: ({ signal }) =>
      allPages<ApiKey>((cursor) => {
        const query = { limit: 100, cursor };
        return bodyOf(
          owner === null
            ? api.GET('/api/v1/api_keys', { params: { query }, signal })
            : api.GET('/api/v1/projects/{project}/api_keys', { params: { path: { project: owner }, query }, signal }),
        );
      }),
  });

/** The usage of an API key. */
export type KeyUsage = Schemas['ApiKeyUsage'];

/** Days over which requests and tokens of keys are added up. */
export const usageDays = 30;

/** Interval at which the use of limits is read again, which are those of a minute. */
const usageIntervalMs = 5_000;

/** The usage of API keys by the id of the key. */
export const keyUsageQuery = (owner: KeyOwner) =>
  queryOptions({
    queryKey: [...keysKey(owner), 'usage'],
    queryFn: async ({ signal }) => {
      const usages = await allPages<KeyUsage>((cursor) => {
        const query = { days: usageDays, limit: 100, cursor };
        return bodyOf(
          owner === null
            ? api.GET('/api/v1/api_keys/usage', { params: { query }, signal })
            : api.GET('/api/v1/projects/{project}/api_keys/usage', {
                params: { path: { project: owner }, query },
                signal,
              }),
        );
      });
      return new Map(usages.map((usage) => [usage.key_id, usage]));
    },
    refetchInterval: usageIntervalMs,
  });

/** Usage and quotas of a project. */
export const usageQuery = (project: string) =>
  queryOptions({
    queryKey: ['resource', project, 'usage'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/api/v1/projects/{project}/usage', { params: { path: { project } }, signal })),
  });

/** Creates an API key. Only the response has the key itself. @throws ApiError */
export function createKey(owner: KeyOwner, body: Schemas['CreateApiKey'], key: string): Promise<CreatedApiKey> {
  const header = { 'Idempotency-Key': key };
  return bodyOf(
    owner === null
      ? api.POST('/api/v1/api_keys', { params: { header }, body })
      : api.POST('/api/v1/projects/{project}/api_keys', { params: { path: { project: owner }, header }, body }),
  );
}

/** Changes an API key. @throws ApiError */
export function updateKey(owner: KeyOwner, id: string, body: Schemas['UpdateApiKey'], key: string): Promise<ApiKey> {
  const header = { 'Idempotency-Key': key };
  return bodyOf(
    owner === null
      ? api.PATCH('/api/v1/api_keys/{key}', { params: { path: { key: id }, header }, body })
      : api.PATCH('/api/v1/projects/{project}/api_keys/{key}', {
          params: { path: { project: owner, key: id }, header },
          body,
        }),
  );
}

/** Revokes an API key. @throws ApiError */
export function revokeKey(owner: KeyOwner, id: string, key: string): Promise<unknown> {
  const header = { 'Idempotency-Key': key };
  return bodyOf(
    owner === null
      ? api.DELETE('/api/v1/api_keys/{key}', { params: { path: { key: id }, header } })
      : api.DELETE('/api/v1/projects/{project}/api_keys/{key}', {
          params: { path: { project: owner, key: id }, header },
        }),
  );
}
