import type { Contract } from '@earshot/contracts-core';
import {
  apiKeysState,
  createApiKey,
  listApiKeys,
  readApiKey,
  recordKeyUses,
  revokeApiKey,
  updateApiKey,
} from './api-key.v1.js';
import { apiKeyUsageState } from './api-key-usage.v1.js';
import { auditRecorded, listAuditEntries } from './audit.v1.js';
import { createProject, deleteProject, listProjects, projectsState, updateProject } from './project.v1.js';
import { lookUpProjectsCommand } from './recall.v1.js';
import {
  apiKeysStateTopic,
  apiKeyUsageTopic,
  auditRecordedTopic,
  projectsCommands,
  projectsStateTopic,
} from './topics.js';

export {
  apiKey,
  apiKeysState,
  createApiKey,
  keyHash,
  keyLimits,
  listApiKeys,
  maxKeyUses,
  permissions,
  readApiKey,
  recordKeyUses,
  revokeApiKey,
  updateApiKey,
  type ApiKey,
  type ApiKeyState,
  type CreateApiKey,
  type KeyLimits,
  type ListApiKeys,
  type Permission,
  type ReadApiKey,
  type RecordKeyUses,
  type RevokeApiKey,
  type UpdateApiKey,
} from './api-key.v1.js';
export { auditEntryOf, type AuditedChange } from './audit-entry.js';
export { auditEntry, auditRecorded, listAuditEntries, type AuditEntry, type ListAuditEntries } from './audit.v1.js';
export { apiKeyUsageState, type ApiKeyUsage } from './api-key-usage.v1.js';
export {
  createProject,
  deleteProject,
  listProjects,
  project,
  projectLimits,
  projectQuotas,
  projectsState,
  updateProject,
  type CreateProject,
  type DeleteProject,
  type ListProjects,
  type Project,
  type ProjectLimits,
  type ProjectQuotas,
  type UpdateProject,
} from './project.v1.js';

/** The topics that the projects service owns. */
export const projectsTopics = [
  projectsCommands,
  projectsStateTopic,
  apiKeysStateTopic,
  apiKeyUsageTopic,
  auditRecordedTopic,
];

export { lookUpProjectsCommand } from './recall.v1.js';

/** Every message that the projects service sends or takes. */
export const projectsContracts = [
  lookUpProjectsCommand,
  createProject,
  updateProject,
  deleteProject,
  listProjects,
  projectsState,
  createApiKey,
  updateApiKey,
  revokeApiKey,
  readApiKey,
  listApiKeys,
  recordKeyUses,
  apiKeysState,
  apiKeyUsageState,
  auditRecorded,
  listAuditEntries,
] as Contract[];
