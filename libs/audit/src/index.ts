export { ResourceChanges, type PublishedChange } from './resource-changes.js';
