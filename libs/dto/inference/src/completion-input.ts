import { z } from 'zod';
import { chatInputSchema, rejectContradictions } from './chat-input.js';

const {
  // A prompt takes their place.
  messages: _messages,
  // An answer that is nothing but text has no room for calls.
  tools: _tools,
  tool_choice: _toolChoice,
  parallel_tool_calls: _parallelToolCalls,
  use_tools: _useTools,
  ...chatFields
} = chatInputSchema.shape;

/** OpenAI's clients may send a list. Checked before its entries: each wrong one would be an issue. */
function requireSinglePrompt(prompt: unknown, context: z.core.$RefinementCtx): unknown {
  if (!Array.isArray(prompt) || prompt.length === 1) return prompt;
  const message = `expected one prompt, got ${prompt.length}; send one request for each`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** Body of the older `POST /api/v1/completions`: a chat of one message. */
export const completionInputSchema = z
  .object({
    ...chatFields,
    prompt: z
      .preprocess(requireSinglePrompt, z.union([z.string(), z.array(z.string()).length(1)]))
      // A preprocessed field is optional in JSON Schema.
      .nonoptional()
      .transform((given) => (typeof given === 'string' ? given : (given[0] as string)))
      .describe('Prompt of the user: a string, or an array of one string.'),
  })
  .superRefine(rejectContradictions)
  .meta({
    id: 'CompletionInput',
    description: 'A text completion request in the older form. Unknown fields are ignored.',
    examples: [
      { model: 'demo', prompt: 'Hello!' },
      { model: 'support/large', prompt: 'Why is the sky blue?', max_tokens: 100, stream: true, tags: ['trial'] },
    ],
  });

/** Body of `POST /api/v1/completions`. */
export type CompletionInput = z.output<typeof completionInputSchema>;
