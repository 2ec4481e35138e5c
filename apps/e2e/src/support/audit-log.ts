import { call, type Answer } from './api.js';

/** An entry of the audit log. */
export interface Entry {
  request_id: string;
  actor: { key_id: string | null; key_name: string; address: string } | null;
  project_id: string | null;
  resource: string;
  resource_id: string;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Routes that write, and manage nothing: each with the reason why the audit log has no entry for it. */
export const unaudited: Readonly<Record<string, string>> = {
  'POST /api/v1/chat/completions': 'an answer of a model; recorded as an interaction',
  'POST /api/v1/completions': 'an answer of a model; recorded as an interaction',
  'POST /api/v1/embeddings': 'an answer of a model',
  'POST /openai/v1/chat/completions': 'an answer of a model; recorded as an interaction',
  'POST /openai/v1/completions': 'an answer of a model; recorded as an interaction',
  'POST /anthropic/v1/messages': 'an answer of a model; recorded as an interaction',
  'POST /anthropic/v1/messages/count_tokens': 'counts',
  'POST /openai/v1/embeddings': 'an answer of a model',
  'POST /openai/v1/chat/completions/{completion}': 'data of a project: labels of an interaction',
  'POST /openai/v1/responses': 'an answer of a model; recorded as an interaction',
  'POST /openai/v1/responses/{response}/cancel': 'changes nothing',
  'POST /api/v1/interactions': 'data of a project: an imported interaction, listed with its time',
  'POST /api/v1/interactions/bulk': 'data of a project: imported interactions, listed with their time',
  'POST /api/graphql': 'an edge: what it changes has the entry of its REST route',
  'POST /api/v1/feedback': 'data of a project: feedback, listed with its history',
  'POST /api/v1/outcome': 'data of a project: feedback, listed with its history',
  'POST /api/v1/comparison': 'data of a project: feedback, listed with its history',
  'POST /api/v1/projects/{project}/images': 'data of a project: an image to be sent to a model',
  'POST /api/v1/projects/{project}/review_queues/{queue}/items': 'data of a project: what people review',
  'POST /api/v1/projects/{project}/review_queues/{queue}/leases': 'lasts minutes: keeps an item for one reviewer',
  'DELETE /api/v1/projects/{project}/review_queues/{queue}/leases/{lease}': 'lets others have the item again',
  'POST /api/v1/projects/{project}/review_queues/{queue}/reviews': 'data of a project: feedback, with its reviewer',
  'DELETE /api/v1/projects/{project}/review_queues/{queue}/reviews/{review}': 'data of a project: a reviewer corrects',
  'POST /api/v1/upload/init': 'bytes on their way; what is made of them has an entry',
  'POST /api/v1/upload/part': 'bytes on their way; what is made of them has an entry',
  'POST /api/v1/upload/status': 'reads',
  'DELETE /api/v1/upload/abort': 'bytes on their way, of which nothing was made',
  'POST /api/v1/sessions': 'no resource: the API key has the time of its last use',
  'DELETE /api/v1/sessions/current': 'no resource: the caller signs out',
  'POST /api/v1/sign_in_links': 'no resource: a link with the permissions of the caller',
};

/** All entries at a path with a query. @param key default: that of the administrator. */
export async function entriesAt(path: string, key?: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Answer = await call('GET', `${path}&limit=100${cursor && `&cursor=${cursor}`}`, { key });
    if (page.status !== 200) throw new Error(`the audit log was answered with ${JSON.stringify(page.body)}`);
    entries.push(...(page.body.data as unknown as Entry[]));
    cursor = page.body.next_cursor;
  }
  return entries;
}
