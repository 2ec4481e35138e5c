import { conflict, invalidRequest, notFound, type AppError } from '@earshot/errors';

/** The project has no tool of that id. */
export function toolNotFound(id: string): AppError {
  return notFound('tool', id);
}

/** Another tool of the project has that key. */
export function keyTaken(key: string): AppError {
  return conflict('key_taken', `Another tool of this project has the key '${key}'.`, { param: 'key' });
}

/** There is a tool with that id, in whatever project. */
export function idTaken(id: string): AppError {
  return conflict('id_taken', `There is a tool with the id '${id}' already.`, { param: 'id' });
}

/** @param limit of a project. */
export function tooManyTools(limit: number): AppError {
  return conflict('too_many_tools', `This project has ${limit} tools already: no model takes more. Remove one first.`);
}

/** A change names a field of another kind. @param field the unknown field. */
export function kindFixed(field: string, kind: string): AppError {
  return conflict('tool_kind_fixed', `A tool of the kind '${kind}' has no '${field}': make another tool instead.`, {
    param: field,
  });
}

/** Headers may hold secrets, which were given for one address. */
export function headersRequired(): AppError {
  const message =
    'The headers that are kept were given for another url: send them for this one, or an empty object for none.';
  return invalidRequest('headers_required', message, { param: 'headers' });
}
