import type { Contract } from '@earshot/contracts-core';
import { eraseInteraction, interactionErased } from './erase-interaction.v1.js';
import { eraseUser, userErased } from './erase-user.v1.js';
import { beginExport, exportPiece } from './export.v1.js';
import { importInteraction } from './import-interaction.v1.js';
import { interactionImported } from './interaction-imported.v1.js';
import { interactionRecorded, interactionStarted } from './interaction.v1.js';
import { interactionQuotasState, readInteractionsUsage } from './interactions-usage.v1.js';
import { listInteractionFeedback, listInteractions, readInteraction } from './read-interactions.v1.js';
import {
  interactionQuotasTopic,
  interactionsCommands,
  interactionsErasedTopic,
  interactionsExports,
  interactionsImportedTopic,
  interactionsRecordedTopic,
  interactionsStartedTopic,
} from './topics.js';

export {
  eraseInteraction,
  interactionErased,
  type EraseInteraction,
  type ErasedInteraction,
  type InteractionErased,
} from './erase-interaction.v1.js';
export { eraseUser, userErased, type EraseUser, type UserErased } from './erase-user.v1.js';
export {
  beginExport,
  exportFormats,
  exportPiece,
  type BeginExport,
  type ExportedPiece,
  type ExportPiece,
  type ExportSnapshot,
} from './export.v1.js';
export { importInteraction, type ImportedInteraction, type ImportInteraction } from './import-interaction.v1.js';
export { interactionImported, type InteractionImported } from './interaction-imported.v1.js';
export {
  interactionRecorded,
  interactionStarted,
  type InteractionRecorded,
  type InteractionStarted,
} from './interaction.v1.js';
export {
  interactionQuotasState,
  readInteractionsUsage,
  type InteractionsUsage,
  type ReadInteractionsUsage,
  type UsedUpQuota,
} from './interactions-usage.v1.js';
export { promptHash } from './prompt-hash.js';
export {
  listInteractionFeedback,
  listInteractions,
  readInteraction,
  type Interaction,
  type InteractionFilter,
  type ListInteractionFeedback,
  type ListInteractions,
  type ReadInteraction,
} from './read-interactions.v1.js';
export {
  interactionSources,
  recordedFinishReasons,
  recordedMessage,
  type InBucket,
  type InteractionFeedback,
  type RecordedMessage,
  type RecordedToolCall,
} from './recorded.js';

/** The topics that the interactions service owns. */
export const interactionsTopics = [
  interactionsCommands,
  interactionsExports,
  interactionsStartedTopic,
  interactionsRecordedTopic,
  interactionsImportedTopic,
  interactionsErasedTopic,
  interactionQuotasTopic,
];

/** Every message that the interactions service sends or takes. */
export const interactionsContracts = [
  interactionStarted,
  interactionRecorded,
  interactionImported,
  importInteraction,
  readInteraction,
  listInteractions,
  listInteractionFeedback,
  eraseUser,
  userErased,
  eraseInteraction,
  interactionErased,
  beginExport,
  exportPiece,
  readInteractionsUsage,
  interactionQuotasState,
] as Contract[];
