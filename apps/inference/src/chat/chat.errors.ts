import { AppError, invalidRequest, notFound, overloaded, quoted, timedOut } from '@earshot/errors';
import type { Logger } from '@earshot/service-kit';

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

/** The request names a campaign that its project does not have. */
export function campaignNotFound(name: string): AppError {
  return notFound('ab campaign', name, { param: 'ab_campaign' });
}

/** The model exists, but cannot chat. */
export function notCapable(model: string, why: string): AppError {
  return invalidRequest('model_not_capable', `Model '${model}' can't answer chats: ${why}`, { param: 'model' });
}

/** The model reads text alone. */
export function imagesNotSupported(model: string): AppError {
  const message = `Model '${model}' can't read pictures: it lacks the capability 'images'. Send text alone, or name another model.`;
  return invalidRequest('model_not_capable', message, { param: 'model' });
}

/** The images exceed the memory limit: a small request can name many large ones. */
export function imagesTooLarge(): AppError {
  const message = 'The pictures of the conversation are too large together: about 100 MiB are taken. Send fewer.';
  return invalidRequest('image_too_large', message, { param: 'messages' });
}

/** The answer was generated but not recorded, so it is withheld. */
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

/** The process stops and aborted the answer. */
export function interrupted(): AppError {
  return overloaded('service_unavailable', 'The answer was interrupted. Try again.', 1);
}

/** The project's own system prompts took all of the time for which one may wait. */
export function systemPromptsBusy(project: string): AppError {
  return new AppError({
    code: 'system_prompts_busy',
    type: 'rate_limit_error',
    message: `The system prompts of project '${project}' take too long to render, so this one did not get its turn. Simplify them, or send fewer requests at a time.`,
    param: 'model',
    retryAfterS: 1,
  });
}

/** All threads for system prompts were busy for as long as one may wait. */
export function queueFull(): AppError {
  return overloaded('queue_full', 'Too many system prompts wait to be rendered. Try again in a moment.', 1);
}

/** The model can't call functions. */
export function toolsNotSupported(model: string): AppError {
  const message = `Model '${model}' can't call tools: it lacks the capability 'tools', or runs where there are none. Name another model.`;
  return invalidRequest('model_not_capable', message, { param: 'model' });
}

/** The request names an unknown tool. @param param its path in the request. */
export function toolUnknown(name: string, param: string): AppError {
  const message = `There is no tool '${quoted(name)}' to be offered. Name one of the project's, by its id or key.`;
  return invalidRequest('tool_unknown', message, { param });
}

/** A function of the caller's has the name of a tool. @param position in the caller's list */
export function toolNameTaken(name: string, position: number): AppError {
  const message = `A tool of the project that is offered is called '${name}' too: rename the function, or switch the tool off.`;
  return invalidRequest('tool_name_taken', message, { param: `tools[${position}].function.name` });
}

/** Whether an answer did not begin because too much is under way: another process may have room for it. */
export function isQueueFull(failure: Error): boolean {
  return failure instanceof AppError && failure.code === 'queue_full';
}

/** What was thrown, as an error also where it is none. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('Something was thrown that is no error.', { cause: thrown });
}

/**
 * Logs why a request failed: faults of providers and our own, not the caller's errors.
 * @param what event to log for a fault of our own.
 */
export function logFailure(
  logger: Logger,
  error: unknown,
  what: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  if (!(error instanceof AppError)) logger.error({ ...fields, err: error }, what);
  else if (error.type === 'upstream_error' || error.type === 'server_error') {
    logger.warn({ ...fields, code: error.code, err: error }, 'provider failed');
  }
}
