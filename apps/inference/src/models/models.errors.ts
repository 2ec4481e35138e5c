import { conflict, invalidRequest, type AppError } from '@earshot/errors';

/** A fallback is not possible. @param index in `fallback` */
export function fallbackInvalid(index: number, why: string): AppError {
  return invalidRequest('fallback_invalid', why, { param: `fallback[${index}]` });
}

/** A running campaign compares the model, so it cannot be deleted. */
export function modelInCampaign(key: string, campaign: string): AppError {
  const message = `The running campaign '${campaign}' uses the model '${key}'. Cancel the campaign, or wait until it is done.`;
  return conflict('model_in_campaign', message);
}

/** A project that has models has a default one. */
export function defaultRequired(key: string): AppError {
  const message = `'${key}' is the default model of the project. Make another model the default first.`;
  return invalidRequest('default_required', message, { param: 'default' });
}
