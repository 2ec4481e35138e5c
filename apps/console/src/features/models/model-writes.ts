import { api, bodyOf, type Schemas } from '../../api/client.js';
import type { Model } from './queries.js';

/** Creates a model. @throws ApiError */
export function createModel(project: string, body: Schemas['CreateModel'], key: string): Promise<Model> {
  const params = { path: { project }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.POST('/api/v1/projects/{project}/models', { params, body }));
}

/** Changes a model. @throws ApiError */
export function updateModel(project: string, id: string, body: Schemas['UpdateModel'], key: string): Promise<Model> {
  const params = { path: { project, model: id }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.PATCH('/api/v1/projects/{project}/models/{model}', { params, body }));
}

/** Deletes a model. @throws ApiError */
export function deleteModel(project: string, id: string, key: string): Promise<unknown> {
  const params = { path: { project, model: id }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.DELETE('/api/v1/projects/{project}/models/{model}', { params }));
}
