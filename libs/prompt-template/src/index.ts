export { hasMarkup, templateProblem } from './engine.js';
export type { Rendered, TemplateArguments } from './render.js';
export { TemplateThread } from './template-thread.js';
