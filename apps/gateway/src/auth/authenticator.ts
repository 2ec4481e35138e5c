import { Injectable } from '@nestjs/common';
import type { SessionKind, SessionState } from '@earshot/contracts-projects';
import { apiKeyInvalid, apiKeyMissing, signInCodeInvalid, signInRequired } from './access.errors.js';
import { ApiKeyIndex } from './api-key-index.js';
import type { Caller } from './caller.js';
import { SessionIndex } from './session-index.js';
import { SharedFence } from './shared-fence.js';

/** RFC 6750, section 2.1. The scheme is case-insensitive (RFC 9110, section 11.1). */
const bearer = /^Bearer +([\x21-\x7e]+) *$/i;
const wellFormedKey = /^es_[0-9A-Za-z]{43}$/;
const wellFormedSecret = /^[0-9A-Za-z]{43}$/;

/** A session, or a sign-in link, and the caller that it stands for. */
export interface SessionCaller {
  readonly session: SessionState;
  readonly caller: Caller;
}

/** Finds the caller of an API key, of a session, and of a sign-in link. */
@Injectable()
export class Authenticator {
  readonly #fence: SharedFence;

  constructor(
    private readonly keys: ApiKeyIndex,
    private readonly sessions: SessionIndex,
  ) {
    this.#fence = new SharedFence(() => Promise.all([keys.replica.fence(), sessions.replica.fence()]));
  }

  /**
   * Returns the caller of an `Authorization` header; a promise for an unknown key.
   * @throws AppError `api_key_missing`, `api_key_invalid`
   */
  authenticate(header: string | undefined): Caller | Promise<Caller> {
    const key = header === undefined ? undefined : bearer.exec(header)?.[1];
    if (key === undefined) throw apiKeyMissing();
    return this.callerOfKey(key);
  }

  /** Returns the caller of an API key; a promise for an unknown one. @throws AppError `api_key_invalid` */
  callerOfKey(key: string): Caller | Promise<Caller> {
    if (!wellFormedKey.test(key)) throw apiKeyInvalid();
    return this.#found(() => this.keys.find(key), apiKeyInvalid);
  }

  /** Returns the session of a cookie; a promise for an unknown one. @throws AppError `sign_in_required` */
  callerOfSession(token: string): SessionCaller | Promise<SessionCaller> {
    if (!wellFormedSecret.test(token)) throw signInRequired();
    return this.#found(() => this.#findSession('session', token), signInRequired);
  }

  /** Returns the sign-in link of a code; a promise for an unknown one. @throws AppError `sign_in_code_invalid` */
  callerOfLink(code: string): SessionCaller | Promise<SessionCaller> {
    if (!wellFormedSecret.test(code)) throw signInCodeInvalid();
    return this.#found(() => this.#findSession('sign_in_link', code), signInCodeInvalid);
  }

  /** A session whose key was revoked or has expired is none. */
  #findSession(kind: SessionKind, secret: string): SessionCaller | undefined {
    const session = this.sessions.find(kind, secret);
    const caller = session && this.keys.findByHash(session.key_hash);
    return session && caller && { session, caller };
  }

  #found<Found>(find: () => Found | undefined, missing: () => Error): Found | Promise<Found> {
    return find() ?? this.#findFenced(find, missing);
  }

  async #findFenced<Found>(find: () => Found | undefined, missing: () => Error): Promise<Found> {
    await this.#fence.pass();
    const found = find();
    if (found === undefined) throw missing();
    return found;
  }
}
