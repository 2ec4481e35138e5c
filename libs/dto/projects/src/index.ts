export {
  createApiKeySchema,
  createInstallationKeySchema,
  createdApiKeySchema,
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
  projectSchema,
  updateProjectSchema,
  type CreateProject,
  type ProjectResponse,
  type UpdateProject,
} from './project.js';
