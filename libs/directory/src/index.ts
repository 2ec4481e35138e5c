export { CampaignDirectory, MetricDirectory, ModelDirectory, modelName, ToolDirectory } from './directories.js';
export { DirectoryModule } from './directory.module.js';
export { ObservedState } from './observed-state.js';
export { ProjectDirectory } from './project-directory.js';
export { ResourceDirectory, type ProjectResource } from './resource-directory.js';
