import { apiKeysStateTopic, projectsCommands, projectsStateTopic } from './topics.js';

export {
  apiKey,
  apiKeysState,
  createApiKey,
  keyHash,
  listApiKeys,
  permissions,
  readApiKey,
  revokeApiKey,
  updateApiKey,
  type ApiKey,
  type Permission,
} from './api-key.v1.js';
export {
  createProject,
  deleteProject,
  listProjects,
  project,
  projectsState,
  updateProject,
  type Project,
} from './project.v1.js';

/** The topics that the projects service owns. */
export const projectsTopics = [projectsCommands, projectsStateTopic, apiKeysStateTopic];
