import { conflict, invalidRequest, type AppError } from '@earshot/errors';

/** @param limit of a project. */
export function tooManyTools(limit: number): AppError {
  return conflict('too_many_tools', `The project already has ${limit} tools, the maximum. Delete one first.`);
}

/** A change names a field of another kind. @param field the unknown field. */
export function kindFixed(field: string, kind: string): AppError {
  const message = `A tool of kind '${kind}' has no '${field}', and its kind cannot be changed. Create another tool.`;
  return conflict('tool_kind_fixed', message, { param: field });
}

/** Headers may hold secrets, which were given for one address. */
export function headersRequired(): AppError {
  const message =
    'The stored headers belong to another url. Send the headers for the new url, or an empty object for none.';
  return invalidRequest('headers_required', message, { param: 'headers' });
}
