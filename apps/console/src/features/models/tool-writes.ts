import { api, bodyOf, type Schemas } from '../../api/client.js';
import type { Tool } from './queries.js';

/** Creates a tool. @throws ApiError */
export function createTool(project: string, body: Schemas['CreateTool'], key: string): Promise<Tool> {
  const params = { path: { project }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.POST('/api/v1/projects/{project}/tools', { params, body }));
}

/** Changes a tool. @throws ApiError */
export function updateTool(project: string, id: string, body: Schemas['UpdateTool'], key: string): Promise<Tool> {
  const params = { path: { project, tool: id }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.PATCH('/api/v1/projects/{project}/tools/{tool}', { params, body }));
}

/** Deletes a tool. @throws ApiError */
export function deleteTool(project: string, id: string, key: string): Promise<unknown> {
  const params = { path: { project, tool: id }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.DELETE('/api/v1/projects/{project}/tools/{tool}', { params }));
}
