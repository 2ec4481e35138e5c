import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { allPages } from '../../api/pages.js';
import type { FileKind } from './datasets-search.js';

/** A dataset of the project. */
export type Dataset = Schemas['Dataset'];

/** A recipe, of the project or for all projects. */
export type Recipe = Schemas['Recipe'];

/** An artifact of the project. */
export type Artifact = Schemas['Artifact'];

const pollMs = 1_000;

/** Key of all queries of a kind of files. */
export const filesKey = (project: string, kind: FileKind) => ['resource', project, kind] as const;

/** The datasets of a project, read again while one is processed. */
export const datasetsQuery = (project: string) =>
  queryOptions({
    queryKey: filesKey(project, 'datasets'),
    queryFn: ({ signal }) =>
      allPages<Dataset>((cursor) =>
        bodyOf(
          api.GET('/api/v1/projects/{project}/datasets', {
            params: { path: { project }, query: { limit: 100, cursor } },
            signal,
          }),
        ),
      ),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'processing') ? pollMs : false),
  });

/** One dataset with all its errors. */
export const datasetQuery = (project: string, dataset: string) =>
  queryOptions({
    queryKey: [...filesKey(project, 'datasets'), dataset],
    queryFn: ({ signal }) =>
      bodyOf<Dataset>(
        api.GET('/api/v1/projects/{project}/datasets/{dataset}', { params: { path: { project, dataset } }, signal }),
      ),
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? pollMs : false),
  });

/** The recipes that a project can read. */
export const recipesQuery = (project: string) =>
  queryOptions({
    queryKey: filesKey(project, 'recipes'),
    queryFn: ({ signal }) =>
      allPages<Recipe>((cursor) =>
        bodyOf(
          api.GET('/api/v1/projects/{project}/recipes', {
            params: { path: { project }, query: { limit: 100, cursor } },
            signal,
          }),
        ),
      ),
  });

/** The artifacts of a project. */
export const artifactsQuery = (project: string) =>
  queryOptions({
    queryKey: filesKey(project, 'artifacts'),
    queryFn: ({ signal }) =>
      allPages<Artifact>((cursor) =>
        bodyOf(
          api.GET('/api/v1/projects/{project}/artifacts', {
            params: { path: { project }, query: { limit: 100, cursor } },
            signal,
          }),
        ),
      ),
  });

/** Creates a dataset of an upload or of interactions. @throws ApiError */
export function createDataset(project: string, body: Schemas['CreateDataset'], key: string): Promise<Dataset> {
  const params = { path: { project }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.POST('/api/v1/projects/{project}/datasets', { params, body }));
}

/** Cancels the processing of a dataset. @throws ApiError */
export function cancelDataset(project: string, dataset: string, key: string): Promise<Dataset> {
  const params = { path: { project, dataset }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.POST('/api/v1/projects/{project}/datasets/{dataset}/cancel', { params }));
}

/** Creates a recipe of an uploaded zip. @throws ApiError */
export function createRecipe(project: string, body: Schemas['CreateRecipe'], key: string): Promise<Recipe> {
  const params = { path: { project }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.POST('/api/v1/projects/{project}/recipes', { params, body }));
}

/** Creates an artifact of an upload. @throws ApiError */
export function createArtifact(project: string, body: Schemas['CreateArtifact'], key: string): Promise<Artifact> {
  const params = { path: { project }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.POST('/api/v1/projects/{project}/artifacts', { params, body }));
}

/** Deletes a file. @throws ApiError */
export function deleteFile(project: string, kind: FileKind, id: string, key: string): Promise<unknown> {
  const header = { 'Idempotency-Key': key };
  switch (kind) {
    case 'datasets':
      return bodyOf(
        api.DELETE('/api/v1/projects/{project}/datasets/{dataset}', {
          params: { path: { project, dataset: id }, header },
        }),
      );
    case 'recipes':
      return bodyOf(
        api.DELETE('/api/v1/projects/{project}/recipes/{recipe}', {
          params: { path: { project, recipe: id }, header },
        }),
      );
    case 'artifacts':
      return bodyOf(
        api.DELETE('/api/v1/projects/{project}/artifacts/{artifact}', {
          params: { path: { project, artifact: id }, header },
        }),
      );
  }
}
