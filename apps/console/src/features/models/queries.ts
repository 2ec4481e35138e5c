import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { allPages } from '../../api/pages.js';

/** A model of the project. */
export type Model = Schemas['Model'];

/** A tool of the project. */
export type Tool = Schemas['Tool'];

/** Key of all queries of models. */
export const modelsKey = (project: string) => ['resource', project, 'models'] as const;

/** Key of all queries of tools. */
export const toolsKey = (project: string) => ['resource', project, 'tools'] as const;

/** Reads the models of a project. @throws ApiError */
export function readModels(project: string, signal: AbortSignal): Promise<Model[]> {
  return allPages<Model>((cursor) =>
    bodyOf(
      api.GET('/api/v1/projects/{project}/models', {
        params: { path: { project }, query: { limit: 100, cursor } },
        signal,
      }),
    ),
  );
}

/** The models of a project. */
export const modelsQuery = (project: string) =>
  queryOptions({ queryKey: modelsKey(project), queryFn: ({ signal }) => readModels(project, signal) });

/** The tools of a project. */
export const toolsQuery = (project: string) =>
  queryOptions({
    queryKey: toolsKey(project),
    queryFn: ({ signal }) =>
      allPages<Tool>((cursor) =>
        bodyOf(
          api.GET('/api/v1/projects/{project}/tools', {
            params: { path: { project }, query: { limit: 100, cursor } },
            signal,
          }),
        ),
      ),
  });
