export { renderPromptTemplate, templateProblem } from './prompt-template.js';
