import { AppError } from '@earshot/errors';

/** The API key was revoked while it opened a session. */
export function apiKeyInvalid(): AppError {
  return unauthenticated('api_key_invalid', 'The API key is unknown, expired or revoked.');
}

/** No open sign-in link has this code. */
export function signInCodeInvalid(): AppError {
  return unauthenticated(
    'sign_in_code_invalid',
    'The sign-in code is unknown, used or expired. Request another link with POST /api/v1/sign_in_links.',
  );
}

function unauthenticated(code: string, message: string): AppError {
  return new AppError({ code, type: 'authentication_error', message });
}
