import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../api/client.js';
import { allPages } from '../api/pages.js';

/** The projects that the key may use. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) =>
    allPages<Schemas['Project']>((cursor) =>
      bodyOf(api.GET('/api/v1/projects', { params: { query: { limit: 100, cursor } }, signal })),
    ),
});

/** One project. */
export const projectQuery = (project: string) =>
  queryOptions({
    queryKey: ['resource', project, 'project'],
    queryFn: ({ signal }) => bodyOf(api.GET('/api/v1/projects/{project}', { params: { path: { project } }, signal })),
  });
