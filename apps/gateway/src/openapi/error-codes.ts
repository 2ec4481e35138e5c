import { AppError, type ErrorType } from '@earshot/errors';
import { errorResponse } from '@earshot/service-kit';

/**
 * Every error code that a caller can receive, by error type, with its meaning.
 *
 * `npm run interface-docs` writes the table in docs/interface.md from it. A meaning has at most 80 characters and no
 * full stop.
 */
export const meaningsByType = {
  invalid_request_error: {
    missing_field: 'A required field is missing; `details` lists all violations',
    invalid_field: 'A field has an invalid value; `details` lists all violations',
    unknown_field: 'A field does not exist; `details` lists all violations',
    not_supported_yet: 'The model cannot do this yet, for example tool messages in the embedded engine',
    schema_not_supported: 'The embedded engine cannot enforce the schema; `param` names the keyword',
    unsupported_parameter: 'the provider of the model does not support the parameter; `param` names it',
    system_prompt_argument_missing: "`system_prompt_args` lacks an argument of the model's system prompt",
    system_prompt_failed: 'The system prompt cannot be rendered from `system_prompt_args`',
    template_too_expensive: 'The system prompt takes more than 1,000,000 steps and characters, or 1 s',
    body_missing: 'The body is empty; a JSON object is expected',
    json_malformed: 'The body is not valid JSON; the message names the position',
    json_not_an_object: 'The body is valid JSON, but not an object',
    json_too_deep: 'The body is nested deeper than 64 levels',
    json_too_many_values: 'The body has too many values',
    response_ended: 'The response has ended, so it cannot be cancelled',
    query_too_broad: 'The list, search or statistics took too long; narrow the time range or the words',
    body_not_utf8: 'The body is not valid UTF-8',
    number_out_of_range: 'A number in the body is too large to store',
    text_not_unicode: 'A string in the body contains NUL or a lone surrogate',
    field_name_forbidden: 'A field has a forbidden name, such as `__proto__`',
    bad_request: 'The HTTP request is invalid',
    content_length_mismatch: 'The body is shorter or longer than `Content-Length`',
    url_malformed: 'The URL is malformed',
    http_malformed: 'The HTTP syntax is malformed',
    image_invalid: 'The image is not PNG, JPEG, WebP or GIF',
    image_too_large: 'An image exceeds 20 MiB, or all images together 100 MiB',
    image_not_fetched: 'An `https:` image cannot be fetched; the message gives the reason',
    address_not_allowed: 'A model, tool or image is in a network that the installation does not allow',
    object_too_large: 'The object exceeds the maximum size of one stored object',
    file_too_large: 'The file exceeds 32 GiB (dataset) or 576 MiB (recipe)',
    recipe_invalid: 'The recipe is not a valid zip; the message gives the reason',
    entry_point_missing: 'The recipe does not contain the file `entry_point`',
    graphql_invalid: 'The GraphQL document or a variable is invalid',
    graphql_too_complex: 'The GraphQL operation has too many levels, fields or root fields',
    graphql_not_available: 'The GraphQL field has no counterpart; the message names what is absent',
    name_ambiguous: 'Several projects have a resource of that key; name the project',
    list_too_long: 'The list has more than 1,000 entries; read it in pages',
    form_malformed: 'The form is malformed, or lacks `operations` or `map` before the file',
    dataset_invalid: 'The dataset has an invalid line; the message names it',
    cursor_invalid: '`cursor` is not a `next_cursor` of this list',
    idempotency_key_invalid: '`Idempotency-Key` must have 1 to 255 visible ASCII characters',
    api_key_required: 'A stored provider key is not sent to a new address; set it again, or to null',
    headers_required: 'Stored tool headers are not sent to a new address; set them again, or to {}',
    default_required: 'A project with models needs a default; make another model the default instead',
    fallback_invalid: '`fallback` is the model itself, or not a model of the project',
    campaign_model_invalid: 'A model is listed twice, or cannot chat',
    model_not_capable: 'The model lacks the required capability',
    model_not_served: 'The model has a provider kind that this version does not support',
    tool_unknown: 'The project has no enabled tool of that name',
    tool_name_taken: 'A function has the name of an offered project tool',
    metric_not_fit: 'A `kto` dataset requires a metric of kind `bool`',
    image_not_of_project: 'The image belongs to another project',
    part_number_out_of_range: 'The upload session has no part of that number',
    part_too_small: 'A part must have at least one byte',
    checksum_invalid: 'The checksum header is malformed',
    checksum_mismatch: 'The received bytes do not match the checksum',
    metric_value_invalid: 'Expected true, false, 0 or 1 (`bool`), or a number (`scalar`)',
    review_item_invalid: 'A queue of kind `compare` needs two completions an item, `rate` one',
    review_invalid: 'The review does not fit the kind of the queue, or its completions',
    source_not_fit: 'The source does not fit the kind of the review queue',
    same_completion: 'Both sides of the comparison are the same completion',
    prompts_differ: 'The compared completions have different prompts',
    completions_of_two_projects: 'The compared completions belong to different projects',
    project_required: 'The request does not determine the project; set `project`',
    session_ambiguous: 'Several projects have that session; name the project',
    dimensions_not_supported: 'The model does not support vectors of that length',
    answer_too_large: 'The vectors exceed the response limit; the message says how many texts fit',
    context_length_exceeded: "The prompt and answer, or a text, exceed the model's context",
    provider_rejected: 'The provider rejected the request; the message has its reason',
    base_url_invalid: "The provider's `base_url` is not a valid address",
    record_too_large: 'The request or response is too large to be processed',
    invalid_message: 'A service of another version does not accept the message',
    method_not_allowed: 'The path does not support the method; `Allow` lists the supported ones',
    not_acceptable: '`Accept` excludes the content type of the response',
    request_timeout: 'The request did not arrive in time',
    body_too_large: 'The body exceeds 32 MiB (chat), 20 MiB (image), 100 MiB (part) or 4 MiB (others)',
    unsupported_media_type: 'Expected `application/json`, `application/x-ndjson` (bulk) or the file itself',
    range_not_satisfiable: 'The range is outside the file; `Content-Range` gives its size',
    headers_too_large: 'The request line and headers exceed 16 KiB',
  },
  authentication_error: {
    api_key_missing: 'The request has no API key, or a session where a key is needed',
    api_key_invalid: 'The API key is unknown, expired or revoked',
    sign_in_required: 'The session of the cookie is unknown or has ended; sign in again',
    sign_in_code_invalid: 'The code of the sign-in link is unknown, used or expired',
  },
  permission_error: {
    permission_missing: 'The key lacks the required permission',
    admin_key_required: 'The request requires an installation key',
    project_forbidden: 'The key has no access to the project, whether or not it exists',
    grant_exceeded: 'A key cannot grant more than it has; the message names the excess',
    own_key_fixed: 'A key cannot change itself',
    csrf_token_invalid: 'A write with a session lacks `x-csrf-token`, or comes from another origin',
    quota_exceeded: 'A project quota is used up; delete data, or have the quota raised',
  },
  not_found_error: {
    project_not_found: 'The project does not exist, or is not visible to the key',
    model_not_found: 'The model does not exist, or is not visible to the key',
    tool_not_found: 'The tool does not exist, or is not visible to the key',
    api_key_not_found: 'The API key does not exist, or is not visible to the key',
    path_not_found: 'The path does not exist; the message names the base addresses',
    session_not_found: 'No visible project has that upload session, or interactions of that session',
    metric_not_found: 'The project has no such metric',
    completion_not_found: 'The project had no such completion when the request arrived',
    feedback_not_found: 'The project has no such feedback',
    comparison_not_found: 'The project has no such comparison',
    review_queue_not_found: 'The project has no such review queue',
    review_item_not_found: 'The review queue has no such item',
    review_not_found: 'The review queue has no such review',
    ab_campaign_not_found: 'The project has no such A/B campaign',
    manifest_not_found: 'An uploaded dataset has no manifest',
    image_not_found: 'The project has no such image',
    object_not_found: 'The project has no such object',
    dataset_not_found: 'The dataset does not exist, or is not visible to the key',
    recipe_not_found: 'The recipe does not exist, or is not visible to the key',
    artifact_not_found: 'The artifact does not exist, or is not visible to the key',
  },
  conflict_error: {
    key_taken: 'The key is already in use',
    key_in_use: 'The API key is already in use',
    id_taken: 'The id is already in use',
    tool_kind_fixed: 'The kind of a tool cannot be changed; create another tool',
    too_many_tools: 'A project has at most 128 tools',
    review_queue_limit: 'A project has at most 100 review queues',
    review_queue_full: 'A review queue has at most 10,000 waiting items; review some first',
    review_item_taken: 'Others have leased or reviewed the item; lease another one',
    lease_limit: 'A reviewer has at most 50 unexpired leases in a queue; release some first',
    lease_expired: 'The lease ended, and others took the item; lease another one',
    already_reviewed: 'The lease or the reviewer has a review of the item; undo it first',
    metric_kind_fixed: 'The kind of a metric cannot be changed; create another metric',
    campaign_running: 'The campaign, or another one of the project, is running; cancel it first',
    campaign_over: 'A finished or cancelled campaign cannot be restarted',
    model_in_campaign: 'A running campaign uses the model; cancel the campaign first',
    dataset_withheld: 'The dataset contains erased data, or is being checked for it',
    dataset_not_ready: 'The dataset does not have that format, or not yet',
    dataset_processed: 'The dataset is ready or failed, so it cannot be cancelled',
    file_not_processed: 'The uploaded file could not be processed; upload it again',
    object_incomplete: 'The object was not received completely; send it again',
    session_closed: 'The upload session is consumed, aborted or expired',
    session_incomplete: 'The upload session lacks parts',
    session_consumed: 'The upload session is consumed; its file is in use',
    part_lost: 'Storing the part took too long and it was deleted; send it again',
    idempotency_key_reused: 'The `Idempotency-Key` was used with another body',
  },
  rate_limit_error: {
    requests_per_minute_exceeded: 'The limit of the key is used up; retry after `Retry-After`',
    tokens_per_minute_exceeded: 'The limit of the key is used up; retry after `Retry-After`',
    concurrent_requests_exceeded: 'The limit of the key is used up; retry after `Retry-After`',
    project_concurrent_requests_exceeded: 'The limit of the project is used up; retry after `Retry-After`',
    event_streams_exceeded: 'The project or the key has too many open event streams',
    system_prompts_busy: 'Other system prompts of the project used up the wait time of 3 s',
  },
  server_error: {
    internal_error: 'An internal error; the log has it under the `x-request-id`',
  },
  upstream_error: {
    provider_failed: 'The provider failed or sent an invalid response; `details` quotes it',
    provider_unreachable: 'No connection to the model provider; the message names the cause',
    model_file_missing: 'The model file does not exist; the operator must fix the model',
    model_file_invalid: 'The model file cannot be loaded; the operator must fix the model',
    provider_secret_unreadable: 'The stored provider key cannot be decrypted; the operator must set it again',
  },
  overloaded_error: {
    queue_full: 'Too many requests or downloads are in progress, or bodies use all buffer memory',
    provider_rate_limited: "The provider's own rate limit is exceeded",
    provider_unavailable: 'The provider failed repeatedly; requests to it are paused for a moment',
    service_unavailable: 'The broker or a service is not available',
    erasure_in_progress: 'The erasure is recorded, but not finished; repeat the request',
    worker_lost: 'The worker that generated the answer died; in a started stream, an event',
    not_ready: 'The gateway is not ready; `details` lists what is missing',
  },
  timeout_error: {
    deadline_exceeded: 'No answer in time',
    ttft_exceeded: 'No token within `max_ttft_ms`',
  },
} as const satisfies Partial<Record<ErrorType, Readonly<Record<string, string>>>>;

type MeaningsByType = typeof meaningsByType;

/** A code of an error that a caller can receive. */
export type ErrorCode = { [Type in keyof MeaningsByType]: keyof MeaningsByType[Type] }[keyof MeaningsByType];

/** An error code with its type, HTTP status and meaning. */
export interface ErrorMeaning {
  readonly code: ErrorCode;
  readonly type: ErrorType;
  readonly status: number;
  readonly when: string;
}

/** All error codes, grouped by type. */
export const errorMeanings: readonly ErrorMeaning[] = Object.entries(meaningsByType).flatMap(([type, meanings]) =>
  Object.entries(meanings).map(([code, when]) => meaning(code as ErrorCode, type as ErrorType, when as string)),
);

const byCode = new Map(errorMeanings.map((each) => [each.code, each]));

/** Returns the meaning of an error code. */
export function meaningOf(code: ErrorCode): ErrorMeaning {
  return byCode.get(code) as ErrorMeaning;
}

function meaning(code: ErrorCode, type: ErrorType, when: string): ErrorMeaning {
  const { status } = errorResponse(new AppError({ code, type, message: when }));
  return { code, type, status, when };
}
