import { conflict, invalidRequest, notFound, type AppError } from '@earshot/errors';

/** The project has no model of that id. */
export function modelNotFound(id: string): AppError {
  return notFound('model', id);
}

/** Another model of the project has that key. */
export function keyTaken(key: string): AppError {
  return conflict('key_taken', `The key '${key}' is already used by another model of the project.`, { param: 'key' });
}

/** There is a model with that id, in whatever project. */
export function idTaken(id: string): AppError {
  return conflict('id_taken', `A model with the id '${id}' already exists.`, { param: 'id' });
}

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
