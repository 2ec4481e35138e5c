import type { ResponseCreate } from '@earshot/dto-inference';
import type { AnswerFormat } from '../chat-completions/answer-format.js';
import { type OutputOptions, outputItems } from './output-items.js';
import { ResponseEvents } from './response-events.js';
import { begunResponse, completionIdOf, endedResponse, itemStatus, repeatedFields } from './response-object.js';
import type { ToolNames } from './tool-names.js';

/** Returns the format of the response to a request. */
export function responseFormat(input: ResponseCreate, names: ToolNames): AnswerFormat {
  const repeated = repeatedFields(input);
  const options: OutputOptions = {
    names,
    asSummary: input.reasoning?.summary != null,
    withEncrypted: input.include?.includes('reasoning.encrypted_content') === true,
  };
  return {
    dropped: names.dropped,
    events: (request) => new ResponseEvents(request, repeated, options),
    body: (request, { model, servedBy, choices, usage }) => {
      const [choice] = choices;
      if (choice === undefined) throw new Error('The answer has no choice.');
      const { text, more, tool_calls: calls, logprobs, finish_reason: reason } = choice;
      const { reasoning_content: reasoning, thinking_blocks: blocks, refusal, annotations } = more;
      const status = itemStatus(reason);
      const parts = { text, reasoning, blocks, refusal, annotations, calls, logprobs: logprobs && [...logprobs] };
      const output = outputItems({ completionId: completionIdOf(request), status, ...parts }, options);
      const response = endedResponse(begunResponse(request, repeated, model), output, reason, usage);
      return { ...response, ...(servedBy?.service_tier && { service_tier: servedBy.service_tier }) };
    },
  };
}
