export { PROJECT_KEEPER, type ProjectKeeper } from './project-keeper.js';
export { ProjectRemovalModule } from './project-removal.module.js';
