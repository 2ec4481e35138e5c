import { conflict, invalidRequest, notFound, type AppError } from '@earshot/errors';

/** The project has no model of that id. */
export function modelNotFound(id: string): AppError {
  return notFound('model', id);
}

/** Another model of the project has that key. */
export function keyTaken(key: string): AppError {
  return conflict('key_taken', `Another model of this project has the key '${key}'.`, { param: 'key' });
}

/** There is a model with that id, in whatever project. */
export function idTaken(id: string): AppError {
  return conflict('id_taken', `There is a model with the id '${id}' already.`, { param: 'id' });
}

/** A fallback is not possible. @param index in `fallback` */
export function fallbackInvalid(index: number, why: string): AppError {
  return invalidRequest('fallback_invalid', why, { param: `fallback[${index}]` });
}

/** What a running campaign compares stays as long as it runs. */
export function modelInCampaign(key: string, campaign: string): AppError {
  return conflict(
    'model_in_campaign',
    `The campaign '${campaign}' compares '${key}' with others. Cancel the campaign first, or wait until it is done.`,
  );
}

/** A project that has models has a default one. */
export function defaultRequired(key: string): AppError {
  return invalidRequest(
    'default_required',
    `'${key}' is the default model of its project, which needs one. Make another model the default instead.`,
    { param: 'default' },
  );
}
