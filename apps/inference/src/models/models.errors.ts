import { conflict, invalidRequest, type AppError } from '@earshot/errors';

/** A fallback is not possible. @param index in `fallback` */
export function fallbackInvalid(index: number, why: string): AppError {
  return invalidRequest('fallback_invalid', why, { param: `fallback[${index}]` });
}

/** What a running campaign compares stays as long as it runs. */
export function modelInCampaign(key: string, campaign: string): AppError {
  return conflict(
    'model_in_campaign',
    `The running campaign '${campaign}' uses the model '${key}'. Cancel the campaign, or wait until it is done.`,
  );
}

/** A project that has models has a default one. */
export function defaultRequired(key: string): AppError {
  return invalidRequest(
    'default_required',
    `'${key}' is the default model of the project. Make another model the default first.`,
    { param: 'default' },
  );
}
