export {
  createApiKeySchema,
  createInstallationKeySchema,
  createdApiKeySchema,
  apiKeyPageSchema,
  apiKeySchema,
  permissionNames,
  updateApiKeySchema,
  type ApiKeyResponse,
  type CreateApiKey,
  type CreatedApiKeyResponse,
  type UpdateApiKey,
} from './api-key.js';
export {
  createProjectSchema,
  projectPageSchema,
  projectSchema,
  updateProjectSchema,
  type CreateProject,
  type ProjectResponse,
  type UpdateProject,
} from './project.js';
