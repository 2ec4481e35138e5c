import type { GenerateResponse } from '@earshot/dto-inference';
import type { AnswerShape } from '../chat-completions/answer-shape.js';

const object = 'text_completion';

/** The answer to a text completion, whole and in pieces (interface, section 9). */
export const textShape: AnswerShape = {
  objects: { whole: object, event: object },
  whole: ({ index, text, completion_id, model, finish_reason }) =>
    ({
      index,
      text,
      completion_id,
      model,
      finish_reason: finish_reason ?? null,
    }) satisfies GenerateResponse['choices'][number],
  event: ({ index, completion_id, model }) => ({
    beforeText: `{"index":${index},"text":`,
    afterText: `,"completion_id":"${completion_id}","model":${JSON.stringify(model)},"finish_reason":`,
  }),
};
