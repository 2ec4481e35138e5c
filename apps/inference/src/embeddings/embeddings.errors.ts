import { invalidRequest } from '@earshot/errors';

/** The model exists, but cannot embed. @param why completes "Model ... can't embed: " */
export function canNotEmbed(model: string, why: string) {
  return invalidRequest('model_not_capable', `Model '${model}' can't embed: ${why}`, { param: 'model' });
}

/** The request names the project alone, and none of its models is for this. */
export function noEmbeddingModel(project: string) {
  return invalidRequest(
    'model_not_capable',
    `No model of project '${project}' can embed. Add one with the capability 'embeddings'.`,
    { param: 'model' },
  );
}

/** The vectors are too long, and too many at once. */
export function answerTooLarge(dimensions: number, mostTexts: number) {
  return invalidRequest(
    'answer_too_large',
    `The model gives vectors of ${dimensions} numbers: send at most ${mostTexts} texts at a time.`,
    { param: 'input' },
  );
}
