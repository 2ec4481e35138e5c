import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import { allPages } from '../../api/pages.js';

/** A queue of answers that people review. */
export type Queue = Awaited<ReturnType<typeof readQueue>>;

/** How much the reviewers of a queue agree. */
export type Agreement = Awaited<ReturnType<typeof readAgreement>>;

function readQueue(project: string, queue: string, signal: AbortSignal) {
  const params = { path: { project, queue } };
  return bodyOf(api.GET('/api/v1/projects/{project}/review_queues/{queue}', { params, signal }));
}

function readAgreement(project: string, queue: string, signal: AbortSignal) {
  const params = { path: { project, queue } };
  return bodyOf(api.GET('/api/v1/projects/{project}/review_queues/{queue}/agreement', { params, signal }));
}

/** Key of all queries of review queues. */
export const reviewKey = (project: string) => ['resource', project, 'review_queues'] as const;

/** The review queues of a project. */
export const queuesQuery = (project: string) =>
  queryOptions({
    queryKey: [...reviewKey(project), 'list'],
    queryFn: ({ signal }) =>
      allPages<Queue>((cursor) =>
        bodyOf(
          api.GET('/api/v1/projects/{project}/review_queues', {
            params: { path: { project }, query: { limit: 100, cursor } },
            signal,
          }),
        ),
      ),
  });

/** One review queue. */
export const queueQuery = (project: string, queue: string) =>
  queryOptions({
    queryKey: [...reviewKey(project), 'one', queue],
    queryFn: ({ signal }) => readQueue(project, queue, signal),
  });

/** It is computed from thousands of reviews, so it may be a little old. */
const agreementStaleMs = 10_000;

/** The agreement of the reviewers of a queue. */
export const agreementQuery = (project: string, queue: string) =>
  queryOptions({
    queryKey: [...reviewKey(project), 'agreement', queue],
    queryFn: ({ signal }) => readAgreement(project, queue, signal),
    staleTime: agreementStaleMs,
    refetchInterval: agreementStaleMs,
  });

/** Creates a review queue. @throws ApiError */
export function createQueue(project: string, body: Schemas['CreateReviewQueue'], key: string): Promise<Queue> {
  const params = { path: { project }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.POST('/api/v1/projects/{project}/review_queues', { params, body }));
}

/** Changes a review queue. @throws ApiError */
export function updateQueue(
  project: string,
  queue: string,
  body: Schemas['UpdateReviewQueue'],
  key: string,
): Promise<Queue> {
  const params = { path: { project, queue }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.PATCH('/api/v1/projects/{project}/review_queues/{queue}', { params, body }));
}

/** Deletes a review queue. What was recorded by its reviews stays. @throws ApiError */
export function deleteQueue(project: string, queue: string, key: string): Promise<unknown> {
  const params = { path: { project, queue }, header: { 'Idempotency-Key': key } };
  return bodyOf(api.DELETE('/api/v1/projects/{project}/review_queues/{queue}', { params }));
}

/** Adds an item of one completion, or of two to compare. @throws ApiError */
export function addItem(
  project: string,
  queue: string,
  completions: readonly string[],
  key: string,
): Promise<Schemas['AddedReviewItems']> {
  const params = { path: { project, queue }, header: { 'Idempotency-Key': key } };
  const body = { items: [{ completion_ids: [...completions] }] };
  return bodyOf(api.POST('/api/v1/projects/{project}/review_queues/{queue}/items', { params, body }));
}
