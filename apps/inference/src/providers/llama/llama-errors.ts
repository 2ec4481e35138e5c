import { AppError, invalidRequest, overloaded } from '@earshot/errors';

/** The model file is missing; an operator must fix it. */
export function modelFileMissing(modelFile: string): AppError {
  const message = `The model file '${modelFile}' does not exist in the models directory.`;
  return new AppError({ code: 'model_file_missing', type: 'upstream_error', message });
}

/** The model's file can't be used. @param why completes "The model file ..." */
export function modelFileInvalid(modelFile: string, why: string, cause?: unknown): AppError {
  const message = `The model file '${modelFile}' ${why}.`;
  return new AppError({ code: 'model_file_invalid', type: 'upstream_error', message, cause });
}

/** An embedding model was asked to generate. */
export function vectorsOnly(modelFile: string): AppError {
  const message = `The model file '${modelFile}' is an embedding model and cannot answer chats.`;
  return invalidRequest('model_not_capable', message, { param: 'model' });
}

/** llama.cpp failed at something that should work. */
export function engineFailed(what: string, cause: unknown): AppError {
  const message = `The embedded engine failed: ${what}.`;
  return new AppError({ code: 'provider_failed', type: 'upstream_error', message, cause });
}

/** Every model in memory is at work, so none can make room. */
export function modelsBusy(models: number): AppError {
  const message = `All ${models} loaded models are busy, so no other model can be loaded. Retry the request.`;
  return overloaded('queue_full', message, 1);
}

/** A prompt leaves no room for an answer. Figures in tokens; `promptTokens` is null for one too long to be counted. */
export function contextLengthExceeded(contextTokens: number, promptTokens: number | null): AppError {
  const prompt = promptTokens === null ? 'The messages are far longer' : `The messages have ${promptTokens}`;
  return invalidRequest(
    'context_length_exceeded',
    `The context of the model has ${contextTokens} tokens. ${prompt}. Shorten the messages.`,
    { param: 'messages', details: { context_tokens: contextTokens, prompt_tokens: promptTokens } },
  );
}

/** A text does not fit. All figures in tokens; `tokens` is null for a text too long to be counted. */
export function textTooLong(index: number, contextTokens: number, tokens: number | null): AppError {
  const long = tokens === null ? 'is far longer' : `has ${tokens}`;
  return invalidRequest(
    'context_length_exceeded',
    `The model accepts texts of up to ${contextTokens} tokens; this text ${long}. Shorten or split it.`,
    { param: `input[${index}]`, details: { context_tokens: contextTokens, prompt_tokens: tokens } },
  );
}

/** A token id is none of the model's. @param param its path. @param tokens number of tokens that the model has. */
export function tokenUnknown(param: string, tokens: number): AppError {
  const message = `${param}: the model has tokens with ids from 0 to ${tokens - 1}. Send ids of this model, or text.`;
  return invalidRequest('invalid_field', message, { param });
}

/** GGUF files do not say whether vectors may be shortened, so they never are. */
export function dimensionsNotSupported(own: number): AppError {
  const message = `The model only supports vectors of ${own} numbers. Omit 'dimensions', or use another model.`;
  return invalidRequest('dimensions_not_supported', message, { param: 'dimensions' });
}
