export {
  createAbCampaignSchema,
  updateAbCampaignSchema,
  type CreateAbCampaign,
  type UpdateAbCampaign,
} from './ab-campaign.js';
export { abCampaignPageSchema, abCampaignSchema, type AbCampaignResponse } from './ab-campaign-response.js';
export { chatInputSchema, type ChatInput } from './chat-input.js';
export {
  chatResponseChunkSchema,
  chatResponseSchema,
  usageSchema,
  type ChatResponse,
  type ChatResponseChunk,
} from './chat-response.js';
export { completionInputSchema, type CompletionInput } from './completion-input.js';
export {
  generateResponseChunkSchema,
  generateResponseSchema,
  type GenerateResponse,
  type GenerateResponseChunk,
} from './generate-response.js';
export { embeddingsInputSchema, type EmbeddingsInput } from './embeddings-input.js';
export { embeddingsResponseSchema, type EmbeddingsResponse } from './embeddings-response.js';
export { listedModelSchema, modelListSchema, type ListedModelResponse, type ModelListResponse } from './model-list.js';
export { modelPageSchema, modelSchema, type ModelResponse } from './model-response.js';
export { capabilityNames, createModelSchema, updateModelSchema, type CreateModel, type UpdateModel } from './model.js';
export { providerSchema, type ProviderInput } from './provider.js';
export { createToolSchema, updateToolSchema, type CreateTool, type UpdateTool } from './tool.js';
export { toolPageSchema, toolSchema, type ToolResponse } from './tool-response.js';
