import type { ErrorType } from '@earshot/errors';

interface Row {
  readonly codes: readonly string[];
  readonly when: string;
}

/**
 * Every code of an error that a caller can get, with what it means. The table in docs/interface.md is written from it (`npm run
 * interface-docs`).
 */
export const rowsByType = {
  invalid_request_error: [
    {
      codes: ['missing_field', 'invalid_field', 'unknown_field'],
      when: 'the body or the query string does not fit; `details` lists all of it',
    },
    {
      codes: ['not_supported_yet'],
      when: 'a field asks for what the model that answers can not do yet, as a message with the role `tool` in the embedded engine',
    },
    {
      codes: ['schema_not_supported'],
      when: "the embedded engine can't keep to the schema of `response_format`; `param` is the keyword",
    },
    { codes: ['unsupported_parameter'], when: '`serialized_python`: code is not executed' },
    {
      codes: ['system_prompt_argument_missing', 'system_prompt_failed'],
      when: "`system_prompt_args` lack what the model's system prompt needs, or it can't be made of them",
    },
    {
      codes: ['template_too_expensive'],
      when: 'rendering the system prompt takes more than 1,000,000 steps and characters, or 1 s',
    },
    {
      codes: ['body_missing', 'json_malformed', 'json_not_an_object', 'json_too_deep', 'json_too_many_values'],
      when: 'the body is no JSON object, or nests deeper than 64 levels',
    },
    { codes: ['body_not_utf8'], when: 'the body is not valid UTF-8' },
    {
      codes: ['number_out_of_range', 'text_not_unicode', 'field_name_forbidden'],
      when: "JSON that is well-formed and can't be kept",
    },
    {
      codes: ['bad_request', 'content_length_mismatch', 'url_malformed', 'http_malformed'],
      when: 'HTTP that is not sound',
    },
    {
      codes: ['image_invalid', 'image_too_large'],
      when: 'no PNG, JPEG, WebP or GIF; over 20 MiB, or 100 MiB together',
    },
    { codes: ['image_not_fetched'], when: "an `https:` image can't be had; the message says why" },
    {
      codes: ['address_not_allowed'],
      when: 'a model, tool or image is in a network that is not public, and that the installation does not allow',
    },
    { codes: ['object_too_large'], when: 'more than may be stored in one piece' },
    { codes: ['file_too_large'], when: 'more than a dataset (32 GiB) or the zip of a recipe (576 MiB) may have' },
    {
      codes: ['recipe_invalid', 'entry_point_missing'],
      when: 'no zip, one that is not to be unpacked (the message says why), or without the file to begin with',
    },
    {
      codes: ['cursor_invalid', 'idempotency_key_invalid'],
      when: 'not a `next_cursor` that was given; not 1 to 255 visible characters',
    },
    {
      codes: ['api_key_required'],
      when: "a provider's kept key is not sent to another address: give it again, or null",
    },
    {
      codes: ['headers_required'],
      when: "a tool's kept headers are not sent to another address: give them again, or none",
    },
    {
      codes: ['default_required'],
      when: 'a project with models has a default one: make another model the default instead',
    },
    {
      codes: ['fallback_invalid'],
      when: 'a model names itself, or one that its project does not have, to answer in its place',
    },
    {
      codes: ['campaign_model_invalid'],
      when: 'a campaign names a model twice, one that its project does not have, or one that answers no chats',
    },
    { codes: ['model_not_capable', 'model_not_served'], when: "the model can't do what is asked of it" },
    {
      codes: ['tool_unknown', 'tool_name_taken'],
      when: 'the project has no such tool, or none that is offered; a function has the name of one',
    },
    { codes: ['metric_not_fit'], when: 'a dataset for `kto` needs a metric of the kind bool' },
    { codes: ['image_not_of_project'], when: 'the address of a picture of another project' },
    {
      codes: ['part_number_out_of_range', 'part_too_small'],
      when: 'the upload session has no such part; a part has a byte at least',
    },
    {
      codes: ['checksum_invalid', 'checksum_mismatch'],
      when: 'a header that is no checksum; what arrived is not what was sent',
    },
    {
      codes: ['metric_value_invalid'],
      when: 'not a value of the metric: true, false, 0 or 1 for `bool`, a number for `scalar`',
    },
    {
      codes: ['same_completion', 'prompts_differ', 'completions_of_two_projects'],
      when: 'two completions that can not be compared',
    },
    {
      codes: ['project_required', 'session_ambiguous'],
      when: 'the project does not follow from the rest of the request: name it',
    },
    { codes: ['dimensions_not_supported'], when: 'the model has no vectors of the length asked for' },
    {
      codes: ['answer_too_large'],
      when: 'too many vectors for their length; the message says how many texts would do',
    },
    { codes: ['context_length_exceeded'], when: "prompt and answer, or a text, do not fit into the model's context" },
    {
      codes: ['provider_rejected', 'base_url_invalid'],
      when: 'the model server refused the request; its address is no address',
    },
    {
      codes: ['record_too_large', 'invalid_message'],
      when: 'too large to be kept or sent on; not what a service of this version takes',
    },
    { codes: ['method_not_allowed'], when: 'the path exists; `Allow` says for what' },
    { codes: ['not_acceptable'], when: '`Accept` excludes what there is' },
    { codes: ['request_timeout'], when: 'the request did not arrive in time' },
    {
      codes: ['body_too_large'],
      when: 'more than 32 MiB for a chat, 20 MiB for an image, 100 MiB for a part of an upload, 4 MiB elsewhere',
    },
    {
      codes: ['unsupported_media_type'],
      when: 'the body is to be `application/json`; or the file itself, and no form',
    },
    { codes: ['range_not_satisfiable'], when: 'the range lies outside of the file, whose size `Content-Range` says' },
    { codes: ['headers_too_large'], when: 'more than 16 KiB of request line and headers' },
  ],
  authentication_error: [
    { codes: ['api_key_missing', 'api_key_invalid'], when: 'no key; a wrong, expired or revoked one' },
  ],
  permission_error: [
    {
      codes: ['permission_missing', 'admin_key_required', 'project_forbidden'],
      when: 'the key may not do that, or not there; the same whether or not the project exists',
    },
    {
      codes: ['grant_exceeded', 'own_key_fixed'],
      when: 'a key gives no other key more than it has (the message says what), and does not change itself',
    },
    {
      codes: ['quota_exceeded'],
      when: 'the project has as much as it may: the message says of what; delete some, or have the quota raised',
    },
  ],
  not_found_error: [
    {
      codes: ['project_not_found', 'model_not_found', 'tool_not_found', 'api_key_not_found', 'path_not_found'],
      when: "there is none, or it is out of the caller's sight",
    },
    {
      codes: ['session_not_found'],
      when: 'no upload session of that id, or no interaction in that session, in a project that the key may use',
    },
    {
      codes: ['metric_not_found', 'completion_not_found'],
      when: 'the project has none, and had none when the request came',
    },
    { codes: ['ab_campaign_not_found'], when: 'the project has no such A/B campaign' },
    { codes: ['manifest_not_found'], when: 'a dataset that was uploaded has none' },
    { codes: ['image_not_found', 'object_not_found'], when: 'it is not kept in the project' },
    {
      codes: ['dataset_not_found', 'recipe_not_found', 'artifact_not_found'],
      when: "there is none, or it is out of the caller's sight",
    },
  ],
  conflict_error: [
    { codes: ['key_taken', 'key_in_use', 'id_taken'], when: 'the key of an entity, an API key, an id is in use' },
    { codes: ['tool_kind_fixed'], when: 'the kind of a tool can not be changed: make another tool' },
    { codes: ['too_many_tools'], when: 'a project has 128 tools at most' },
    { codes: ['metric_kind_fixed'], when: 'the kind of a metric can not be changed: make another metric' },
    {
      codes: ['campaign_running'],
      when: "another campaign takes the project's traffic: cancel it; one that runs is not removed",
    },
    { codes: ['campaign_over'], when: 'a campaign that is done or cancelled stays so' },
    { codes: ['model_in_campaign'], when: 'a running campaign compares the model: cancel it first' },
    {
      codes: ['dataset_withheld'],
      when: 'it has what was erased since it was made, and is deleted: make it again; or is looked through for that',
    },
    {
      codes: ['dataset_not_ready'],
      when: 'a form that the dataset does not have, or not yet; the `original` of an upload works',
    },
    { codes: ['file_not_processed'], when: 'what was uploaded could not be worked on; upload it again' },
    { codes: ['object_incomplete'], when: 'what was to be stored has not arrived whole: send it again' },
    {
      codes: ['session_closed', 'session_incomplete', 'session_consumed'],
      when: 'the upload session was made use of, aborted, or has expired; it lacks parts; its file is in use',
    },
    { codes: ['part_lost'], when: 'a part took so long to be kept that it was deleted: send it again' },
    { codes: ['idempotency_key_reused'], when: 'the same `Idempotency-Key` with another body' },
  ],
  rate_limit_error: [
    {
      codes: [
        'requests_per_minute_exceeded',
        'tokens_per_minute_exceeded',
        'concurrent_requests_exceeded',
        'project_concurrent_requests_exceeded',
      ],
      when: 'the key, or its project, has used up what its `limits` say; the message says when to come back',
    },
    {
      codes: ['system_prompts_busy'],
      when: 'other system prompts of the project took up the 3 s that a request may wait',
    },
  ],
  server_error: [{ codes: ['internal_error'], when: 'a fault of ours; the log has it under the `x-request-id`' }],
  upstream_error: [
    {
      codes: ['provider_failed', 'provider_unreachable'],
      when: 'the model server answered badly, or not; `details` has what it said',
    },
    {
      codes: ['model_file_missing', 'model_file_invalid', 'provider_secret_unreadable'],
      when: "the model's settings are for its operator to mend",
    },
  ],
  overloaded_error: [
    {
      codes: ['queue_full'],
      when: 'as many requests wait, or downloads run, as may; or request bodies take all the memory that they may',
    },
    { codes: ['provider_rate_limited'], when: "the model server's own limit" },
    {
      codes: ['provider_unavailable'],
      when: 'the model server failed several times in a row and is left alone for a moment',
    },
    { codes: ['service_unavailable'], when: 'the broker or a service is away' },
    { codes: ['erasure_in_progress'], when: 'an erasure is recorded, not yet applied everywhere; repeat the request' },
    {
      codes: ['worker_lost'],
      when: 'the process that generated the answer died; in a stream that had begun, an event',
    },
    { codes: ['not_ready'], when: '`/readyz`: `details` says what is missing' },
  ],
  timeout_error: [
    { codes: ['deadline_exceeded'], when: 'no answer in time' },
    { codes: ['ttft_exceeded'], when: 'no token within `max_ttft_ms`' },
  ],
} as const satisfies Partial<Record<ErrorType, readonly Row[]>>;

/** The code of an error that a caller can get. */
export type ErrorCode = (typeof rowsByType)[keyof typeof rowsByType][number]['codes'][number];
