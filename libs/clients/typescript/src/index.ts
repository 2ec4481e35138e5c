export { Earshot, type OpenAIClient } from './earshot.js';
export { addressOf, type EarshotOptions } from './options.js';
export type { CallOptions } from './http/http.js';
export type { RetryPolicy } from './http/retry.js';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  DeadlineError,
  EarshotError,
  FileChangedError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  UsageError,
  type ErrorCode,
} from './http/errors.js';
export { completionIdOf, type Answer } from './feedback/answer.js';
export type { AnswerFeedback, ChoiceOptions, Feedback, FeedbackDetails, RecordOptions } from './feedback/feedback.js';
export {
  BatchError,
  BatchFullError,
  FeedbackBatch,
  type BatchedAnswerFeedback,
  type BatchOptions,
  type LostEvent,
} from './feedback/batch.js';
export type { FeedbackEvent } from './feedback/event.js';
export type { BulkImportOptions, ImportProgress, Interactions, LineResult } from './interactions/interactions.js';
export type { DatasetName, Datasets, NewDataset, WaitOptions } from './files/datasets.js';
export type { Download } from './files/download.js';
export type { NewRecipe, Recipes } from './files/recipes.js';
export type { Artifacts, NewArtifact } from './files/artifacts.js';
export type { FileToSend, UploadOptions, UploadProgress, Uploads } from './files/uploads.js';
export type { CampaignName, Campaigns } from './campaigns/campaigns.js';
export type { Chat } from './chat.js';
export type {
  Artifact,
  Campaign,
  CampaignReport,
  ChatChunk,
  ChatInput,
  ChatResponse,
  ComparisonInput,
  Dataset,
  DatasetFormat,
  FeedbackInput,
  FeedbackValue,
  ImportedInteraction,
  Interaction,
  InteractionFilter,
  InteractionInput,
  InteractionsSource,
  LiveEvent,
  Model,
  OutcomeInput,
  RecordedInteraction,
  Recipe,
  UploadSession,
} from './types.js';
