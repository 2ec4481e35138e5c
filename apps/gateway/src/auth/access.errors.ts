import { AppError } from '@earshot/errors';

/** The route requires a key of the installation. */
export function adminRequired(): AppError {
  return new AppError({
    code: 'admin_key_required',
    type: 'permission_error',
    message: 'This request requires an installation key, but the API key belongs to a project.',
  });
}

/** The key lacks a permission. */
export function permissionMissing(permission: string): AppError {
  return new AppError({
    code: 'permission_missing',
    type: 'permission_error',
    message: `The API key lacks the permission '${permission}'.`,
  });
}

/** A key would get more rights than the caller has. @param param the field that requests them. */
export function grantExceeded(param: string, message: string): AppError {
  return new AppError({ code: 'grant_exceeded', type: 'permission_error', message, param });
}

/** A key cannot change itself. */
export function ownKeyFixed(): AppError {
  return new AppError({
    code: 'own_key_fixed',
    type: 'permission_error',
    message: "An API key cannot change itself. Use another key with the permission 'keys'.",
  });
}
