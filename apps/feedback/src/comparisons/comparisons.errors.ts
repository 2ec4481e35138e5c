import { invalidRequest, notFound, type AppError } from '@earshot/errors';

/** Both sides are the same completion. */
export function sameCompletion(): AppError {
  return invalidRequest('same_completion', 'Both sides are the same completion. Compare two different completions.', {
    param: 'other_completion',
  });
}

/** The two completions do not answer the same prompt. */
export function promptsDiffer(param: string): AppError {
  const message = 'The two completions answer different prompts. Roles and contents of the messages must be equal.';
  return invalidRequest('prompts_differ', message, { param });
}

/** The two completions belong to different projects. */
export function completionsOfTwoProjects(): AppError {
  const message = 'The two completions belong to different projects. Compare completions of one project.';
  return invalidRequest('completions_of_two_projects', message, { param: 'other_completion' });
}

/** Both sides are texts and no project is named. */
export function projectRequired(): AppError {
  return invalidRequest('project_required', "'project' is required if both completions are given as texts.", {
    param: 'project',
  });
}

/** The project has no model of that name. */
export function modelNotFound(name: string, param: string): AppError {
  return notFound('model', name, { param });
}
