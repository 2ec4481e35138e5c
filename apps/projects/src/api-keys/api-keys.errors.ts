import { conflict, notFound, type AppError } from '@earshot/errors';

/** The project, or the installation, has no key with this id. */
export function apiKeyNotFound(id: string): AppError {
  return notFound('api key', id);
}

/** The project of a new key does not exist. */
export function projectNotFound(id: string): AppError {
  return notFound('project', id);
}

/** Another key has this hash. */
export function keyInUse(): AppError {
  return conflict('key_in_use', 'The API key is already in use. Create another key.');
}

/** Another key has this id. */
export function idTaken(id: string): AppError {
  return conflict('id_taken', `An API key with the id '${id}' already exists.`, { param: 'id' });
}
