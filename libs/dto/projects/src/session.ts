import { z } from 'zod';
import { pageOf } from '@earshot/dto-common';
import { permissionNames } from './api-key.js';

/** No key or code is longer. */
const maxCharacters = 128;

const secret = z.string().min(1).max(maxCharacters);

/** Body of `POST /api/v1/sessions`. */
export const createSessionSchema = z
  .strictObject({
    api_key: secret.optional().describe('API key to sign in with.'),
    code: secret.optional().describe('Code of a sign-in link, the part after `#code=`. It works once.'),
  })
  .refine(
    ({ api_key, code }) => (api_key === undefined) !== (code === undefined),
    'expected either `api_key` or `code`',
  )
  .meta({
    id: 'CreateBrowserSession',
    description: 'Credentials of a browser: either an API key or a code.',
    examples: [
      { api_key: 'es_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg' },
      { code: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg' },
    ],
  });

/** A session as it is shown. */
export const sessionSchema = z
  .object({
    key: z
      .object({
        id: z.uuid().nullable().describe('Id of the API key; null for `EARSHOT_ADMIN_KEY`, which has none.'),
        name: z.string().describe('Display name of the API key.'),
        project_id: z.uuid().nullable().describe('Project of the key; null for an installation key.'),
        project: z.string().nullable().describe('Key of this project; null for an installation key.'),
        permissions: z.array(z.enum(permissionNames)).describe('Permissions of the key now. `manage` includes `read`.'),
        admin: z.boolean().describe('Whether the key is an installation key.'),
      })
      .describe('API key that the session acts as.'),
    csrf_token: z.string().describe('Value of the header `x-csrf-token`, which writes with the cookie need.'),
    expires_at: z.iso.datetime().describe('Expiry, RFC 3339 in UTC. Using the session does not prolong it.'),
  })
  .meta({
    id: 'BrowserSession',
    description: 'The session of a browser.',
    examples: [
      {
        key: {
          id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e02',
          name: 'web shop',
          project_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01',
          project: 'support',
          permissions: ['inference', 'feedback', 'read'],
          admin: false,
        },
        csrf_token: 'hnLqzvXEO1D8yJvY3m1x0q5mJQm5n3yqk2oC4s3bY7E',
        expires_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  });

/** Answer to `GET /api/v1/sessions`: at most one session. */
export const sessionPageSchema = pageOf(sessionSchema);

/** Answer to `POST /api/v1/sign_in_links`. */
export const signInLinkSchema = z
  .object({
    url: z.string().describe('Address to open in a browser. It works once.'),
    expires_at: z.iso.datetime().describe('Expiry, RFC 3339 in UTC.'),
  })
  .meta({
    id: 'SignInLink',
    description: 'A link that signs a browser in.',
    examples: [
      {
        url: 'http://127.0.0.1:8080/console/#code=0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg',
        expires_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  });

/** Body of `POST /api/v1/sessions`. */
export type CreateSession = z.output<typeof createSessionSchema>;

/** A session as it is shown. */
export type SessionResponse = z.output<typeof sessionSchema>;

/** Answer to `POST /api/v1/sign_in_links`. */
export type SignInLinkResponse = z.output<typeof signInLinkSchema>;
