import type { ErrorCode } from '../openapi/error-codes.js';

/** Errors of an import, beside those that follow from what its route takes. */
export const importErrors: ErrorCode[] = [
  'project_not_found',
  'project_forbidden',
  'model_not_found',
  'metric_not_found',
  'ab_campaign_not_found',
  'metric_value_invalid',
  'image_not_of_project',
  'image_invalid',
  'image_too_large',
  'quota_exceeded',
  'object_too_large',
  'object_incomplete',
  'object_not_found',
];
