import type { ErrorCode } from './error-codes.js';
import type { Route } from './route-inventory.js';

const always: ErrorCode[] = ['url_malformed', 'http_malformed', 'bad_request', 'request_timeout'];
const alwaysLate: ErrorCode[] = ['headers_too_large', 'internal_error'];
const ofKeys: ErrorCode[] = ['api_key_missing', 'api_key_invalid', 'sign_in_required', 'unsupported_media_type'];
const ofLimits: ErrorCode[] = ['requests_per_minute_exceeded'];
const ofModels: ErrorCode[] = ['tokens_per_minute_exceeded', 'concurrent_requests_exceeded'];

/** Errors of a route that sends a command to a service. */
export const laneErrors: readonly ErrorCode[] = [
  'record_too_large',
  'invalid_message',
  'queue_full',
  'service_unavailable',
  'deadline_exceeded',
];
const ofSchemas: ErrorCode[] = ['missing_field', 'invalid_field', 'unknown_field'];
const ofBodies: ErrorCode[] = [
  'body_not_utf8',
  'json_malformed',
  'json_not_an_object',
  'json_too_deep',
  'json_too_many_values',
  'number_out_of_range',
  'text_not_unicode',
  'field_name_forbidden',
  'content_length_mismatch',
  'body_too_large',
];

/** Error codes of unknown values in the path, by parameter. */
const ofPaths: Readonly<Record<string, ErrorCode>> = {
  model: 'model_not_found',
  tool: 'tool_not_found',
  dataset: 'dataset_not_found',
  recipe: 'recipe_not_found',
  artifact: 'artifact_not_found',
  metric: 'metric_not_found',
  campaign: 'ab_campaign_not_found',
  key: 'api_key_not_found',
  completion: 'completion_not_found',
  feedback: 'feedback_not_found',
  comparison: 'comparison_not_found',
  queue: 'review_queue_not_found',
  review: 'review_not_found',
};

/** Errors of a route whose body names its project. */
export const projectErrors: readonly ErrorCode[] = ['project_not_found', 'project_forbidden'];

/** Errors of a route that creates a file from an upload session. */
export const uploadErrors: readonly ErrorCode[] = [
  'id_taken',
  'session_not_found',
  'session_incomplete',
  'session_closed',
  'file_too_large',
  'quota_exceeded',
];

/** Errors of a route that stores images. */
export const imageErrors: readonly ErrorCode[] = [
  'image_invalid',
  'image_too_large',
  'quota_exceeded',
  'object_too_large',
  'object_incomplete',
  'object_not_found',
];

/** Returns all error codes of a route: those derived from its parameters, and its own. */
export function errorsOf(route: Route): ErrorCode[] {
  const { access, method, body, query, path, operation, config } = route;
  const unknown = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => ofPaths[name] ?? []);
  const ofList: ErrorCode[] = isList(route) ? ['cursor_invalid'] : [];
  const codes = new Set<ErrorCode>([...always, ...alwaysLate, ...unknown, ...ofList, ...(operation.errors ?? [])]);
  const add = (condition: boolean, more: ErrorCode[]) => condition && more.forEach((code) => codes.add(code));
  add(access !== null, [...ofKeys, ...ofLimits, ...laneErrors]);
  add(access !== null && method !== 'get', ['csrf_token_invalid']);
  add(access !== null && config.producesBytes !== true, ['not_acceptable']);
  add(route.counts, ofModels);
  add(access?.admin === true, ['admin_key_required']);
  add(access !== null && access.permission !== null, ['permission_missing']);
  add(path.includes('{project}'), ['project_not_found', 'project_forbidden']);
  add(body !== undefined || query !== undefined, ofSchemas);
  add(body !== undefined, ['body_missing']);
  // The body of a DELETE is read, then ignored.
  add(method !== 'get', ofBodies);
  add(takesIdempotencyKey(route), ['idempotency_key_invalid', 'idempotency_key_reused']);
  return [...codes];
}

/** Whether the route returns a page of a list. */
export function isList({ query }: Route): boolean {
  return query !== undefined && 'cursor' in query.shape;
}

/** Whether the route accepts an `Idempotency-Key`: all writes except inference and file bodies. */
export function takesIdempotencyKey({ method, access, config }: Route): boolean {
  if (access === null || method === 'get' || config.takesBytes === true) return false;
  return access.permission !== 'inference';
}

/** Error codes of every route that calls a model. */
export const inferenceErrors: readonly ErrorCode[] = [
  'project_not_found',
  'project_forbidden',
  'model_not_found',
  'model_not_capable',
  'model_not_served',
  'context_length_exceeded',
  'provider_rejected',
  'base_url_invalid',
  'address_not_allowed',
  'provider_failed',
  'provider_unreachable',
  'model_file_missing',
  'model_file_invalid',
  'provider_secret_unreadable',
  'provider_rate_limited',
  'provider_unavailable',
  'worker_lost',
  'project_concurrent_requests_exceeded',
];

/** Error codes of every route that computes vectors. */
export const embeddingErrors: readonly ErrorCode[] = [
  ...inferenceErrors,
  'unsupported_parameter',
  'dimensions_not_supported',
  'answer_too_large',
];

/** Error codes of every route that generates a chat answer. */
export const chatErrors: readonly ErrorCode[] = [
  ...inferenceErrors,
  'not_supported_yet',
  'quota_exceeded',
  'ab_campaign_not_found',
  'unsupported_parameter',
  'schema_not_supported',
  'tool_unknown',
  'tool_name_taken',
  'system_prompt_argument_missing',
  'system_prompt_failed',
  'template_too_expensive',
  'system_prompts_busy',
  'image_invalid',
  'image_too_large',
  'image_not_of_project',
  'image_not_found',
  'image_not_fetched',
  'object_too_large',
  'object_incomplete',
  'object_not_found',
  'ttft_exceeded',
];
