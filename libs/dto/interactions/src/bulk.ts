import { z } from 'zod';

/** Body of `POST /api/v1/interactions/bulk`. */
export const bulkLinesSchema = z.string().meta({
  description: 'Lines of JSON, each an InteractionInput.',
  examples: ['{"project":"support","prompt":"Hi","completion":"Hello"}\n'],
});

/** Answer of `POST /api/v1/interactions/bulk`. */
export const bulkAnswerSchema = z.string().meta({
  description: 'A line of JSON for each: an AddInteractionsResponse, or an Error.',
  examples: [
    '{"completion_id":"0198c5a4-7d10-7000-8000-000000000007","session_id":"0198c5a4-7d10-7000-8000-000000000005","feedback_ids":[]}\n',
  ],
});
