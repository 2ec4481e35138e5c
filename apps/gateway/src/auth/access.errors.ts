import { AppError } from '@earshot/errors';

/** The key belongs to a project. */
export function adminRequired(): AppError {
  return new AppError({
    code: 'admin_key_required',
    type: 'permission_error',
    message: 'This request requires an installation key, but the API key belongs to a project.',
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

/**
 * A key would be given more than the caller's own may.
 *
 * @param param the field that asks for it. @param message what exceeds what.
 */
export function grantExceeded(param: string, message: string): AppError {
  return new AppError({ code: 'grant_exceeded', type: 'permission_error', message, param });
}

/** A key would change itself. */
export function ownKeyFixed(): AppError {
  return new AppError({
    code: 'own_key_fixed',
    type: 'permission_error',
    message: "An API key cannot change itself. Use another key with the permission 'keys'.",
  });
}
