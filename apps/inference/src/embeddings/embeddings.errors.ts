import { invalidRequest } from '@earshot/errors';

/** The model exists, but cannot embed. @param why completes "Model ... can't embed: " */
export function canNotEmbed(model: string, why: string) {
  const message = `The model '${model}' cannot create embeddings: ${why}`;
  return invalidRequest('model_not_capable', message, { param: 'model' });
}

/** The request names the project alone, and none of its models is for this. */
export function noEmbeddingModel(project: string) {
  const message = `The project '${project}' has no model with the capability 'embeddings'. Create one.`;
  return invalidRequest('model_not_capable', message, { param: 'model' });
}

/** The vectors are too long, and too many at once. */
export function answerTooLarge(dimensions: number, mostTexts: number) {
  const message = `The vectors have ${dimensions} numbers each, which exceeds the response limit. Send at most ${mostTexts} texts per request.`;
  return invalidRequest('answer_too_large', message, { param: 'input' });
}
