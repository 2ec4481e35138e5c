import { z } from 'zod';
import { chatFields, rejectContradictions } from './chat-input.js';
import { boundedParameters } from './provider-parameters.js';
import { unsupported } from './request-fields.js';

const useChat = 'use `POST /api/v1/chat/completions`';
const { messages: _messages, ...shared } = chatFields;

const completionFields = {
  ...shared,
  prompt: z
    .preprocess(requireSinglePrompt, z.union([z.string(), z.array(z.string()).length(1)]))
    // A preprocessed field is optional in JSON Schema.
    .nonoptional()
    .transform((given) => (typeof given === 'string' ? given : (given[0] as string)))
    .describe('Prompt of the user: a string, or an array of one string.'),
  messages: unsupported(useChat),
  tools: unsupported(useChat),
  tool_choice: unsupported(useChat, 'none', 'auto'),
  parallel_tool_calls: unsupported(useChat, true, false),
  use_tools: unsupported(useChat, false),
  logprobs: unsupported(useChat, false),
  top_logprobs: unsupported(useChat, 0),
  echo: unsupported('the answer never has the prompt', false),
  suffix: unsupported('text is only added after the prompt', ''),
  best_of: unsupported('all choices are returned; use `n`', 1),
};

/** OpenAI's clients may send a list. Checked before its entries: each wrong one would be an issue. */
function requireSinglePrompt(prompt: unknown, context: z.core.$RefinementCtx): unknown {
  if (!Array.isArray(prompt) || prompt.length === 1) return prompt;
  const message = `expected one prompt, got ${prompt.length}; send one request for each`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** Body of the older `POST /api/v1/completions`: a chat of one message. */
export const completionInputSchema = z
  .looseObject(completionFields)
  .superRefine(boundedParameters(completionFields))
  .superRefine(rejectContradictions)
  .meta({
    id: 'CompletionInput',
    description: 'A text completion request in the older form. Unknown fields are sent to the provider.',
    examples: [
      { model: 'demo', prompt: 'Hello!' },
      { model: 'support/large', prompt: 'Why is the sky blue?', max_tokens: 100, stream: true, tags: ['trial'] },
    ],
  });

/** Body of `POST /api/v1/completions`. */
export type CompletionInput = z.output<typeof completionInputSchema>;
