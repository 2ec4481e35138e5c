export {
  createApiKeySchema,
  permissionNames,
  createInstallationKeySchema,
  createdApiKeySchema,
  apiKeyPageSchema,
  apiKeySchema,
  updateApiKeySchema,
  type ApiKeyResponse,
  type CreateApiKey,
  type CreatedApiKeyResponse,
  type UpdateApiKey,
} from './api-key.js';
export {
  auditPageSchema,
  auditResourceSchema,
  auditQuerySchema,
  projectAuditQuerySchema,
  type AuditEntryResponse,
  type AuditQuery,
  type ProjectAuditQuery,
} from './audit-entry.js';
export { keyUsagePageSchema, keyUsageQuerySchema, type KeyUsageQuery, type KeyUsageResponse } from './key-usage.js';
export {
  createProjectSchema,
  projectPageSchema,
  projectSchema,
  projectUsageSchema,
  updateProjectSchema,
  type CreateProject,
  type ProjectResponse,
  type ProjectUsageResponse,
  type UpdateProject,
} from './project.js';
export {
  createSessionSchema,
  sessionPageSchema,
  sessionSchema,
  signInLinkSchema,
  type CreateSession,
  type SessionResponse,
  type SignInLinkResponse,
} from './session.js';
