import { invalidRequest, type AppError } from '@earshot/errors';

/** The file is no zip, or one that nobody should unpack. @param reason the end of a sentence, for people. */
export function recipeInvalid(reason: string): AppError {
  return invalidRequest('recipe_invalid', `The zip can't be taken: ${reason}.`, { param: 'upload_session_id' });
}

/** A recipe begins with a file of its own. */
export function entryPointMissing(path: string): AppError {
  const message = `The zip has no file '${path}': name the one to begin with as entry_point.`;
  return invalidRequest('entry_point_missing', message, { param: 'entry_point' });
}
