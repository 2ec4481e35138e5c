import type { paths } from '../../api/schema.js';
import { textParam, wordParam } from '../resource/search.js';

type AuditParams = NonNullable<paths['/api/v1/projects/{project}/audit_log']['get']['parameters']['query']>;
type Resource = NonNullable<AuditParams['resource']>;

/** Kinds of resources in words. The type check fails without a kind that the interface has. */
export const resourceWords: Readonly<Record<Resource, string>> = {
  project: 'Project',
  api_key: 'Key',
  model: 'Model',
  tool: 'Tool',
  ab_campaign: 'Campaign',
  metric: 'Metric',
  dataset: 'Dataset',
  recipe: 'Recipe',
  artifact: 'Artifact',
  image: 'Image',
  interaction: 'Interaction',
  feedback: 'Feedback',
  comparison: 'Comparison',
  review_queue: 'Queue',
  user: 'User',
};

/** Kinds of resources in the audit log. */
export const resources = Object.keys(resourceWords) as Resource[];

/** Kinds of changes. */
export const actions = ['create', 'update', 'delete'] as const;

/** Search params of the view of the audit log: its filter. */
export interface AuditSearch {
  readonly resource?: Resource;
  readonly resource_id?: string;
  readonly action?: (typeof actions)[number];
  readonly key_id?: string;
  /** RFC 3339 */
  readonly created_after?: string;
  readonly created_before?: string;
}

/** Reads the search params of the view of the audit log. */
export function parseAuditSearch(raw: Record<string, unknown>): AuditSearch {
  return {
    resource: wordParam(raw['resource'], resources),
    resource_id: textParam(raw['resource_id']),
    action: wordParam(raw['action'], actions),
    key_id: textParam(raw['key_id']),
    created_after: timeParam(raw['created_after']),
    created_before: timeParam(raw['created_before']),
  };
}

function timeParam(value: unknown): string | undefined {
  const text = textParam(value);
  return text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString();
}
