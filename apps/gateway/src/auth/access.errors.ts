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

/** The request has neither an API key nor a session. */
export function apiKeyMissing(): AppError {
  return unauthenticated('api_key_missing', 'Send your API key: `Authorization: Bearer <API_KEY>`.');
}

/** No key in force is this one. */
export function apiKeyInvalid(): AppError {
  return unauthenticated('api_key_invalid', 'The API key is unknown, expired or revoked.');
}

/** The cookie is of no session in force. */
export function signInRequired(): AppError {
  return unauthenticated(
    'sign_in_required',
    'The session is unknown or has ended. Sign in with POST /api/v1/sessions.',
  );
}

/** No open sign-in link has this code. */
export function signInCodeInvalid(): AppError {
  return unauthenticated(
    'sign_in_code_invalid',
    'The sign-in code is unknown, used or expired. Request another link with POST /api/v1/sign_in_links.',
  );
}

/** A request with a cookie may come from another site. */
export function csrfTokenInvalid(message: string): AppError {
  return new AppError({ code: 'csrf_token_invalid', type: 'permission_error', message });
}

function unauthenticated(code: string, message: string): AppError {
  return new AppError({ code, type: 'authentication_error', message });
}
