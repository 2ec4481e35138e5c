import { conflict, type AppError } from '@earshot/errors';

/** Another {{entityWords}} has this id. */
export function idTaken(id: string): AppError {
  return conflict('id_taken', `A {{entityWords}} with the id '${id}' exists already.`, { param: 'id' });
}
