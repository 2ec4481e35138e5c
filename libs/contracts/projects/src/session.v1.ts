import { defineCommand, defineState, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { keyHash } from './api-key.v1.js';
import { projectsCommands, sessionsStateTopic } from './topics.js';

/** `session`: its secret is the cookie of a browser. `sign_in_link`: its secret is a code that opens one session. */
export const sessionKinds = ['session', 'sign_in_link'] as const;

/** Kind of a session record. */
export type SessionKind = (typeof sessionKinds)[number];

/** Lifetime of a session, ms. Using it does not prolong it. */
export const sessionLifetimeMs = 12 * 3_600_000;

/** Lifetime of a sign-in link, ms. */
export const signInLinkLifetimeMs = 10 * 60_000;

/** Maximum of sessions of one API key, and of its sign-in links. The oldest ends when another one is opened. */
export const maxSessionsOfKey = 100;

/** The API key that a session acts as. The session has the rights that this key has at the time of each request. */
const sessionKey = z.object({
  /** Null for `EARSHOT_ADMIN_KEY`. */
  key_id: id.nullable(),
  /** SHA-256 of the API key, so that a session of `EARSHOT_ADMIN_KEY` ends when this key changes. */
  key_hash: keyHash,
});

const sessionState = sessionKey.extend({
  id,
  kind: z.enum(sessionKinds),
  /** SHA-256 of the secret, in lower-case hex. It has 256 random bits. */
  hash: keyHash,
  created_at: timestamp,
  expires_at: timestamp,
});

/** A published session or sign-in link. */
export type SessionState = z.infer<typeof sessionState>;

/** Every session and sign-in link that has not ended, by id. The gateway finds them by `hash`. */
export const sessionsState = defineState<SessionState>({
  topic: sessionsStateTopic,
  type: 'session.v1',
  schema: sessionState,
  key: (value) => value.id,
});

/** A session as the caller of its command sees it. */
const session = sessionState.omit({ hash: true, key_hash: true });

/**
 * Opens a session or a sign-in link. The gateway generates its secret; only the hash is sent. Errors:
 * `api_key_invalid`.
 */
export const openSession = defineCommand({
  topic: projectsCommands,
  type: 'open-session.v1',
  request: sessionState.pick({ id: true, kind: true, hash: true, key_id: true, key_hash: true }),
  reply: session,
});

/** Opens a session with a sign-in link, and deletes the link. Errors: `sign_in_code_invalid`. */
export const redeemSignInLink = defineCommand({
  topic: projectsCommands,
  type: 'redeem-sign-in-link.v1',
  request: z.object({ id, hash: keyHash, link_hash: keyHash }),
  reply: session,
});

/** Ends a session. One that has ended before is no error. */
export const endSession = defineCommand({
  topic: projectsCommands,
  type: 'end-session.v1',
  request: z.object({ id }),
  reply: z.object({ id }),
});

/** Reply of {@link openSession} and {@link redeemSignInLink}. */
export type Session = z.infer<typeof session>;

/** Request of {@link openSession}. */
export type OpenSession = z.infer<typeof openSession.request>;

/** Request of {@link redeemSignInLink}. */
export type RedeemSignInLink = z.infer<typeof redeemSignInLink.request>;

/** Request of {@link endSession}. */
export type EndSession = z.infer<typeof endSession.request>;
