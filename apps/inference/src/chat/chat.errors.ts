import { AppError, invalidRequest, notFound, overloaded, timedOut } from '@earshot/errors';

/** The request names a model that its project does not have. */
export function modelNotFound(project: string, model: string): AppError {
  return notFound('model', `${project}/${model}`, { param: 'model' });
}

/** The request names the project alone, and it has no model. */
export function noDefaultModel(project: string): AppError {
  return new AppError({
    code: 'model_not_found',
    type: 'not_found_error',
    message: `Project '${project}' has no model yet. Add one: the first becomes its default.`,
    param: 'model',
  });
}

/** The request asks to be a part of a campaign that its project does not have. */
export function campaignNotFound(name: string): AppError {
  return notFound('ab campaign', name, { param: 'ab_campaign' });
}

/** The model is there, but not for this. */
export function notCapable(model: string, why: string): AppError {
  return invalidRequest('model_not_capable', `Model '${model}' can't answer chats: ${why}`, { param: 'model' });
}

/** The model reads text alone. */
export function seesNoImages(model: string): AppError {
  const message = `Model '${model}' can't read pictures: it lacks the capability 'images'. Send text alone, or name another model.`;
  return invalidRequest('model_not_capable', message, { param: 'model' });
}

/** An address is short, whatever is there: a small request may name more than fits into memory. */
export function picturesTooLarge(): AppError {
  const message = 'The pictures of the conversation are too large together: about 100 MiB are taken. Send fewer.';
  return invalidRequest('image_too_large', message, { param: 'messages' });
}

/** The answer is there, but not on record, so it is not given. */
export function notRecorded(cause: unknown): AppError {
  return overloaded(
    'service_unavailable',
    "The answer can't be recorded at the moment, so it is withheld. Try again.",
    1,
    {
      cause,
    },
  );
}

/** The first token was not there when its caller wanted it. */
export function ttftExceeded(): AppError {
  return timedOut('ttft_exceeded', "The first token was not there within 'max_ttft_ms'.", { param: 'max_ttft_ms' });
}

/** This process is going away and gave up what it was generating. */
export function interrupted(): AppError {
  return overloaded('service_unavailable', 'The answer was interrupted. Try again.', 1);
}
