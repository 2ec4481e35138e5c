import type { ErrorCode } from './error-codes.js';
import type { Route } from './route-inventory.js';

const always: ErrorCode[] = ['url_malformed', 'http_malformed', 'bad_request', 'request_timeout'];
const alwaysLate: ErrorCode[] = ['headers_too_large', 'internal_error'];
const ofKeys: ErrorCode[] = ['api_key_missing', 'api_key_invalid', 'unsupported_media_type'];
const ofLimits: ErrorCode[] = ['requests_per_minute_exceeded'];
const ofModels: ErrorCode[] = ['tokens_per_minute_exceeded', 'concurrent_requests_exceeded'];
const ofLanes: ErrorCode[] = [
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

/** Returns all error codes of a route: those derived from its parameters, and its own. */
export function errorsOf(route: Route): ErrorCode[] {
  const { access, method, body, query, path, operation, config } = route;
  const codes = new Set<ErrorCode>([...always, ...alwaysLate, ...(operation.errors ?? [])]);
  const add = (condition: boolean, more: ErrorCode[]) => condition && more.forEach((code) => codes.add(code));
  add(access !== null, [...ofKeys, ...ofLimits, ...ofLanes]);
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

/** Whether the route accepts an `Idempotency-Key`: all writes except inference and file bodies. */
export function takesIdempotencyKey({ method, access, config }: Route): boolean {
  if (access === null || method === 'get' || config.takesBytes === true) return false;
  return access.permission !== 'inference';
}
