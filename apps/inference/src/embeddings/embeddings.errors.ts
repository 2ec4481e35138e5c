import { invalidRequest } from '@earshot/errors';

/** The model exists, but cannot embed. @param why completes "Model ... can't embed: " */
export function canNotEmbed(model: string, why: string) {
  return invalidRequest('model_not_capable', `The model '${model}' cannot create embeddings: ${why}`, {
    param: 'model',
  });
}

/** The request names the project alone, and none of its models is for this. */
export function noEmbeddingModel(project: string) {
  return invalidRequest(
    'model_not_capable',
    `The project '${project}' has no model with the capability 'embeddings'. Create one.`,
    { param: 'model' },
  );
}

/** The vectors are too long, and too many at once. */
export function answerTooLarge(dimensions: number, mostTexts: number) {
  return invalidRequest(
    'answer_too_large',
    `The vectors have ${dimensions} numbers each, which exceeds the response limit. Send at most ${mostTexts} texts per request.`,
    { param: 'input' },
  );
}
