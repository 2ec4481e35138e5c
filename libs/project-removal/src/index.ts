export { PROJECT_KEEPER, type ProjectKeeper } from './removed-projects.js';
export { ProjectRemovalModule } from './project-removal.module.js';
