import { api, bodyOf, writeHeaders } from '../../api/client.js';
import { reviewBody, type Lease } from './decision.js';
import type { ReviewRequests } from './review-session.js';

/** Returns the requests of a reviewer on a queue. */
export function reviewRequests(project: string, queue: string, reviewer: string): ReviewRequests {
  const path = { project, queue };
  const base = '/api/v1/projects/{project}/review_queues/{queue}';
  const header = (key: string) => ({ 'Idempotency-Key': key });
  return {
    lease: async (what, key, signal) => {
      const body = { reviewer, ...('item' in what ? { item_id: what.item } : { limit: what.limit }) };
      const { data } = await bodyOf(
        api.POST(`${base}/leases`, { params: { path, header: header(key) }, body, signal }),
      );
      return data.map((lease) => ({
        id: lease.lease_id,
        item: lease.item_id,
        completions: lease.completion_ids,
        expiresAtMs: Date.parse(lease.expires_at),
      }));
    },
    release: ({ id }: Lease) => {
      const address = `/api/v1/projects/${encodeURIComponent(project)}/review_queues/${encodeURIComponent(queue)}`;
      // Also while the page is closed. A lease that stays ends by itself.
      fetch(`${address}/leases/${id}`, { method: 'DELETE', headers: writeHeaders(), keepalive: true }).catch(() => {});
    },
    store: (lease, decision, key, signal) =>
      bodyOf(
        api.POST(`${base}/reviews`, {
          params: { path, header: header(key) },
          body: reviewBody(lease, decision),
          signal,
        }),
      ),
    remove: async (review, key, signal) => {
      await api.DELETE(`${base}/reviews/{review}`, {
        params: { path: { ...path, review }, header: header(key) },
        signal,
      });
    },
  };
}
