import { conflict, notFound, type AppError } from '@earshot/errors';

/** No project has this id. */
export function projectNotFound(id: string): AppError {
  return notFound('project', id);
}

/** Another project has this key. */
export function keyTaken(key: string): AppError {
  return conflict('key_taken', `The key '${key}' is already used by another project. Choose another key.`, {
    param: 'key',
  });
}

/** Another project has this id. */
export function idTaken(id: string): AppError {
  return conflict('id_taken', `A project with the id '${id}' already exists.`, { param: 'id' });
}
