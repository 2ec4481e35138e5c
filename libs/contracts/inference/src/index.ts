import { inferenceCommands, inferenceWork, modelsStateTopic } from './topics.js';

export {
  chat,
  chatChunk,
  chatMessage,
  chatRequest,
  finishReasons,
  roles,
  usage,
  type ChatChunk,
  type ChatRequest,
} from './chat.v1.js';
export {
  capabilities,
  createModel,
  deleteModel,
  listModels,
  model,
  modelsState,
  parameters,
  provider,
  updateModel,
  type Model,
  type Provider,
} from './model.v1.js';

/** The topics that the inference service owns. */
export const inferenceTopics = [inferenceWork, inferenceCommands, modelsStateTopic];
