import { conflict, invalidRequest, notFound, type AppError } from '@earshot/errors';

/** The project has no tool of that id. */
export function toolNotFound(id: string): AppError {
  return notFound('tool', id);
}

/** Another tool of the project has that key. */
export function keyTaken(key: string): AppError {
  return conflict('key_taken', `The key '${key}' is already used by another tool of the project.`, { param: 'key' });
}

/** There is a tool with that id, in whatever project. */
export function idTaken(id: string): AppError {
  return conflict('id_taken', `A tool with the id '${id}' already exists.`, { param: 'id' });
}

/** @param limit of a project. */
export function tooManyTools(limit: number): AppError {
  return conflict('too_many_tools', `The project already has ${limit} tools, the maximum. Delete one first.`);
}

/** A change names a field of another kind. @param field the unknown field. */
export function kindFixed(field: string, kind: string): AppError {
  return conflict(
    'tool_kind_fixed',
    `A tool of kind '${kind}' has no '${field}', and its kind cannot be changed. Create another tool.`,
    {
      param: field,
    },
  );
}

/** Headers may hold secrets, which were given for one address. */
export function headersRequired(): AppError {
  const message =
    'The stored headers belong to another url. Send the headers for the new url, or an empty object for none.';
  return invalidRequest('headers_required', message, { param: 'headers' });
}
