import type { ErrorCode } from './error-codes.js';

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
