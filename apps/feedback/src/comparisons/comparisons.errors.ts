import { invalidRequest, notFound, type AppError } from '@earshot/errors';

/** Both sides are the same completion. */
export function sameCompletion(): AppError {
  return invalidRequest('same_completion', 'Both sides are the same completion: compare it with another one.', {
    param: 'other_completion',
  });
}

/** The two completions do not answer the same prompt. */
export function promptsDiffer(param: string): AppError {
  const message = 'The two completions answer different prompts: only those of the same roles and contents compare.';
  return invalidRequest('prompts_differ', message, { param });
}

/** The two completions belong to different projects. */
export function completionsOfTwoProjects(): AppError {
  const message = 'The two completions are of different projects: only those of one project compare.';
  return invalidRequest('completions_of_two_projects', message, { param: 'other_completion' });
}

/** Two texts do not say where they belong. */
export function projectRequired(): AppError {
  return invalidRequest('project_required', "'project' is required where both completions are given as texts.", {
    param: 'project',
  });
}

/** There is no model of that name in the project. */
export function modelNotFound(name: string, param: string): AppError {
  return notFound('model', name, { param });
}
