export { bulkAnswerSchema, bulkLinesSchema } from './bulk.js';
export {
  addInteractionsResponseSchema,
  interactionInputSchema,
  type AddInteractionsResponse,
  type InteractionInput,
} from './interaction-input.js';
export type { InteractionFilterInput } from './interaction-filter.js';
export { interactionQuerySchema, type InteractionQuery } from './interaction-query.js';
export {
  interactionPageSchema,
  interactionSchema,
  type InteractionResponse,
  type ListedInteraction,
} from './interaction-response.js';
export { interactionsSourceSchema, type InteractionsSource } from './interactions-source.js';
