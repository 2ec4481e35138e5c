export {
  addInteractionsResponseSchema,
  bulkAnswerSchema,
  bulkLinesSchema,
  interactionInputSchema,
  type AddInteractionsResponse,
  type InteractionInput,
} from './interaction-input.js';
export {
  interactionCountQuerySchema,
  interactionCountSchema,
  interactionFilterSchema,
  interactionQuerySchema,
  interactionsSourceSchema,
  type InteractionCountQuery,
  type InteractionFilterInput,
  type InteractionQuery,
  type InteractionsSource,
} from './interaction-filter.js';
export {
  interactionPageSchema,
  interactionSchema,
  listedInteractionSchema,
  type InteractionResponse,
  type ListedInteraction,
} from './interaction-response.js';
export { liveEventSchema, type LiveEvents } from './live-event.js';
export { statisticsQuerySchema, statisticsSchema, type Statistics, type StatisticsQuery } from './statistics.js';
