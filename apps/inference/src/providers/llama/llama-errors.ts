import { AppError, invalidRequest, overloaded } from '@earshot/errors';

/** The model's file is not where its settings say; for whoever runs the models to mend, so no fault of the request. */
export function modelFileMissing(modelFile: string): AppError {
  return new AppError({
    code: 'model_file_missing',
    type: 'upstream_error',
    message: `The model file '${modelFile}' is not in the models directory.`,
  });
}

/** The model's file can't be used. @param why completes "The model file ..." */
export function modelFileInvalid(modelFile: string, why: string, cause?: unknown): AppError {
  return new AppError({
    code: 'model_file_invalid',
    type: 'upstream_error',
    message: `The model file '${modelFile}' ${why}.`,
    cause,
  });
}

/** A model of the embedded engine was asked for vectors. */
export function embeddingsNotServed(): AppError {
  return invalidRequest('model_not_capable', 'The embedded engine does not embed yet.', { param: 'model' });
}

/** llama.cpp failed at something that should work. */
export function engineFailed(what: string, cause: unknown): AppError {
  return new AppError({
    code: 'provider_failed',
    type: 'upstream_error',
    message: `The embedded engine failed: ${what}.`,
    cause,
  });
}

/** Every model in memory is at work, so none can make room. */
export function modelsBusy(models: number): AppError {
  return overloaded(
    'queue_full',
    `All ${models} models that fit into memory are busy, and another one is asked for.`,
    1,
  );
}

/** As many requests wait as may. A generation takes about a second or more, so asking sooner is of no use. */
export function queueFull(waiting: number): AppError {
  return overloaded('queue_full', `${waiting} requests are waiting already.`, 1);
}

/** Prompt and answer do not fit. All figures in tokens; `promptTokens` is null for a text too long to be counted. */
export function contextLengthExceeded(
  contextTokens: number,
  promptTokens: number | null,
  maxTokens: number | undefined,
): AppError {
  const prompt = promptTokens === null ? 'The messages are far longer than that' : `The messages take ${promptTokens}`;
  const answer = maxTokens === undefined ? '' : `, and max_tokens asks for ${maxTokens} more`;
  return invalidRequest(
    'context_length_exceeded',
    `The model's context holds ${contextTokens} tokens. ${prompt}${answer}. Shorten them.`,
    {
      param: 'messages',
      details: { context_tokens: contextTokens, prompt_tokens: promptTokens, max_tokens: maxTokens ?? null },
    },
  );
}
