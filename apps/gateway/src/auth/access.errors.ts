import { AppError } from '@earshot/errors';

/** The key belongs to a project. */
export function adminRequired(): AppError {
  return new AppError({
    code: 'admin_key_required',
    type: 'permission_error',
    message: 'This needs a key of the installation; the API key belongs to one project.',
  });
}

/** The key may not do that. */
export function permissionMissing(permission: string): AppError {
  return new AppError({
    code: 'permission_missing',
    type: 'permission_error',
    message: `The API key lacks the permission '${permission}'.`,
  });
}
