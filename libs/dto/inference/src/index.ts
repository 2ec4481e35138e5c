export {
  abCampaignPageSchema,
  abCampaignSchema,
  createAbCampaignSchema,
  updateAbCampaignSchema,
  type AbCampaignResponse,
  type CreateAbCampaign,
  type UpdateAbCampaign,
} from './ab-campaign.js';
export type { AnthropicBlock } from './anthropic-blocks.js';
export {
  anthropicCountSchema,
  anthropicFieldNames,
  anthropicInputSchema,
  type AnthropicCount,
  type AnthropicInput,
} from './anthropic-input.js';
export {
  anthropicCountedSchema,
  anthropicEventSchema,
  anthropicMessageSchema,
  anthropicModelListSchema,
  anthropicModelQuerySchema,
  anthropicModelSchema,
  type AnthropicMessage,
  type AnthropicModelQuery,
} from './anthropic-response.js';
export type { AnthropicTool } from './anthropic-tools.js';
export { chatFields, chatInputSchema, type ChatInput } from './chat-input.js';
export {
  chatResponseChunkSchema,
  chatResponseSchema,
  type ChatResponse,
  type ChatResponseChunk,
} from './chat-response.js';
export {
  deletedCompletionSchema,
  metadataOf,
  storedCompletionListSchema,
  storedCompletionSchema,
  storedListQuerySchema,
  storedMessageListSchema,
  storedMessageQuerySchema,
  updateStoredSchema,
  type StoredCompletion,
  type StoredListQuery,
  type StoredMessageQuery,
  type UpdateStored,
} from './stored-completions.js';
export { responseCreateSchema, responseFields, type ResponseCreate } from './responses-input.js';
export type { ResponseInputItem, ResponseInputPart } from './responses-items.js';
export { openaiListOf, openaiListQuery } from './openai-list.js';
export {
  responseEventSchema,
  responseSchema,
  type ResponseObject,
  type ResponseOutputItem,
} from './responses-output.js';
export {
  deletedResponseSchema,
  responseInputListSchema,
  responseInputQuerySchema,
  type ResponseInputQuery,
} from './responses-stored.js';
export type { ResponseNamespace, ResponseOwnTool, ResponseTool } from './responses-tools.js';
export { completionInputSchema, type CompletionInput } from './completion-input.js';
export {
  generateResponseChunkSchema,
  generateResponseSchema,
  type GenerateResponse,
  type GenerateResponseChunk,
} from './generate-response.js';
export { embeddingFields, embeddingsInputSchema, type EmbeddingsInput } from './embeddings-input.js';
export { embeddingsResponseSchema, type EmbeddingsResponse } from './embeddings-response.js';
export { listedModelSchema, modelListSchema, type ListedModelResponse, type ModelListResponse } from './model-list.js';
export {
  createModelSchema,
  modelPageSchema,
  modelSchema,
  updateModelSchema,
  type CreateModel,
  type ModelResponse,
  type UpdateModel,
} from './model.js';
export {
  openaiChatChunkSchema,
  openaiChatResponseSchema,
  openaiTextResponseSchema,
  type OpenaiChatResponse,
  type OpenaiTextResponse,
} from './openai-response.js';
export { type ProviderInput } from './provider.js';
export { providerParametersOf, type PassedField } from './provider-parameters.js';
export {
  createToolSchema,
  toolPageSchema,
  toolSchema,
  updateToolSchema,
  type CreateTool,
  type ToolResponse,
  type UpdateTool,
} from './tool.js';
