import { AppError, invalidRequest, notFound, overloaded, quoted, timedOut } from '@earshot/errors';
import type { Logger } from '@earshot/service-kit';

/** The request names a model that its project does not have. */
export function modelNotFound(project: string, model: string): AppError {
  return notFound('model', `${project}/${model}`, { param: 'model' });
}

/** The request names the project alone, and it has no model. */
export function noDefaultModel(project: string): AppError {
  const message = `The project '${project}' has no model. Create one: the first becomes the default.`;
  return new AppError({ code: 'model_not_found', type: 'not_found_error', message, param: 'model' });
}

/** The request names a campaign that its project does not have. */
export function campaignNotFound(name: string): AppError {
  return notFound('ab campaign', name, { param: 'ab_campaign' });
}

/** The model exists, but cannot chat. */
export function notCapable(model: string, why: string): AppError {
  return invalidRequest('model_not_capable', `The model '${model}' cannot answer chats: ${why}`, { param: 'model' });
}

/** The provider of the model does not honour a parameter. */
export function unsupportedParameter(parameter: string, model: string): AppError {
  const message = `The provider of the model '${model}' does not support '${quoted(parameter)}'. Omit it, or send 'drop_params': true.`;
  return invalidRequest('unsupported_parameter', message, { param: quoted(parameter) });
}

/** The model reads text alone. */
export function imagesNotSupported(model: string): AppError {
  const message = `The model '${model}' lacks the capability 'images'. Send only text, or use another model.`;
  return invalidRequest('model_not_capable', message, { param: 'model' });
}

/** The images exceed the memory limit: a small request can name many large ones. */
export function imagesTooLarge(): AppError {
  const message = 'The images exceed the total limit of about 100 MiB. Send fewer images.';
  return invalidRequest('image_too_large', message, { param: 'messages' });
}

/** The answer was generated but not recorded, so it is withheld. */
export function notRecorded(cause: unknown): AppError {
  return overloaded('service_unavailable', 'The answer could not be recorded. Retry the request.', 1, {
    cause,
  });
}

/** The first token was not there when its caller wanted it. */
export function ttftExceeded(): AppError {
  return timedOut('ttft_exceeded', "No token was generated within 'max_ttft_ms'.", { param: 'max_ttft_ms' });
}

/** The process stops and aborted the answer. */
export function interrupted(): AppError {
  return overloaded('service_unavailable', 'The answer was interrupted. Retry the request.', 1);
}

/** The project's own system prompts took all of the time for which one may wait. */
export function systemPromptsBusy(project: string): AppError {
  return new AppError({
    code: 'system_prompts_busy',
    type: 'rate_limit_error',
    message: `The system prompts of the project '${project}' take too long to render. Simplify them, or send fewer concurrent requests.`,
    param: 'model',
    retryAfterS: 1,
  });
}

/** All threads for system prompts were busy for as long as one may wait. */
export function queueFull(): AppError {
  return overloaded('queue_full', 'Too many system prompts are waiting to be rendered. Retry the request.', 1);
}

/** The model can't call functions. */
export function toolsNotSupported(model: string): AppError {
  const message = `The model '${model}' cannot call tools: it lacks the capability 'tools', or its provider does not support tools. Use another model.`;
  return invalidRequest('model_not_capable', message, { param: 'model' });
}

/** The request names an unknown tool. @param param its path in the request. */
export function toolUnknown(name: string, param: string): AppError {
  const message = `There is no tool '${quoted(name)}' in the project. Expected the id or key of an enabled tool.`;
  return invalidRequest('tool_unknown', message, { param });
}

/** A function of the caller's has the name of a tool. @param position in the caller's list */
export function toolNameTaken(name: string, position: number): AppError {
  const message = `The function '${name}' has the name of an offered project tool. Rename the function, or disable the tool.`;
  return invalidRequest('tool_name_taken', message, { param: `tools[${position}].function.name` });
}

/** Whether an answer did not begin because too much is under way: another process may have room for it. */
export function isQueueFull(failure: Error): boolean {
  return failure instanceof AppError && failure.code === 'queue_full';
}

/** What was thrown, as an error also where it is none. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('A value that is not an Error was thrown.', { cause: thrown });
}

/** Logs failures of providers and of Earshot, not errors of callers. @param what event of a failure of Earshot. */
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
