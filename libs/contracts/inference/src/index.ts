import type { Contract } from '@earshot/contracts-core';
import {
  abCampaignsState,
  advanceAbCampaign,
  changeAbCampaign,
  createAbCampaign,
  deleteAbCampaign,
  listAbCampaigns,
} from './ab-campaign.v1.js';
import { chat } from './chat.v1.js';
import { embed } from './embed.v1.js';
import { createModel, deleteModel, listModels, modelsState, updateModel } from './model.v1.js';
import { lookUpInferenceCommand } from './recall.v1.js';
import { createTool, deleteTool, listTools, toolsState, updateTool } from './tool.v1.js';
import {
  abCampaignsStateTopic,
  inferenceCommands,
  inferenceWork,
  modelsStateTopic,
  toolsStateTopic,
} from './topics.js';

export {
  abCampaign,
  abCampaignsState,
  abCampaignStatuses,
  advanceAbCampaign,
  changeAbCampaign,
  createAbCampaign,
  deleteAbCampaign,
  feedbackTypes,
  listAbCampaigns,
  type AbCampaign,
  type AbCampaignPage,
  type AdvanceAbCampaign,
  type ChangeAbCampaign,
  type CreateAbCampaign,
  type DeleteAbCampaign,
  type ListAbCampaigns,
} from './ab-campaign.v1.js';
export {
  chat,
  chatChunk,
  chatMessage,
  chatRequest,
  finishReasons,
  roles,
  usage,
  type ChatChunk,
  type ChatMessage,
  type ChatRequest,
  type MessagePart,
} from './chat.v1.js';
export {
  chatTools,
  functionTool,
  toolCall,
  toolCallPiece,
  toolChoice,
  type ChatTools,
  type FunctionTool,
  type ToolCall,
  type ToolCallPiece,
  type ToolChoice,
} from './chat-tools.js';
export { embed, embedChunk, embedRequest, type EmbedChunk, type EmbedRequest } from './embed.v1.js';
export {
  capabilities,
  createModel,
  deleteModel,
  listModels,
  model,
  modelsState,
  parameters,
  updateModel,
  type Model,
} from './model.v1.js';
export {
  encodedProvider,
  encodeProvider,
  serverOf,
  isExternal,
  provider,
  providerOf,
  type EncodedProvider,
  type ServerSettings,
  type Provider,
} from './provider.js';

export {
  createTool,
  deleteTool,
  listTools,
  tool,
  toolEndpoint,
  toolMethods,
  toolsState,
  updateTool,
  type Tool,
  type ToolEndpoint,
} from './tool.v1.js';

/** The topics that the inference service owns. */
export const inferenceTopics = [
  inferenceWork,
  inferenceCommands,
  modelsStateTopic,
  abCampaignsStateTopic,
  toolsStateTopic,
];

export { lookUpInferenceCommand } from './recall.v1.js';

/** Every message that the inference service sends or receives. */
export const inferenceContracts = [
  lookUpInferenceCommand,
  chat,
  embed,
  createModel,
  updateModel,
  deleteModel,
  listModels,
  modelsState,
  createAbCampaign,
  changeAbCampaign,
  advanceAbCampaign,
  deleteAbCampaign,
  listAbCampaigns,
  abCampaignsState,
  createTool,
  updateTool,
  deleteTool,
  listTools,
  toolsState,
] as Contract[];
