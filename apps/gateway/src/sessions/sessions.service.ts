import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { endSession, openSession, redeemSignInLink, type Session } from '@earshot/contracts-projects';
import { permissionNames, type CreateSession, type SessionResponse } from '@earshot/dto-projects';
import { ProjectDirectory } from '@earshot/directory';
import { AppError } from '@earshot/errors';
import { hash } from 'node:crypto';
import { v7 } from 'uuid';
import { apiKeyInvalid, signInRequired } from '../auth/access.errors.js';
import { base62 } from '../api-keys/key-generator.js';
import { ApiKeyIndex } from '../auth/api-key-index.js';
import { Authenticator } from '../auth/authenticator.js';
import type { BrowserSession, Caller } from '../auth/caller.js';
import { csrfTokenOf } from '../auth/csrf.js';
import { KeyUseRecorder } from '../auth/key-use-recorder.js';
import { SessionIndex } from '../auth/session-index.js';
import { ManagementClient } from '../management/management.client.js';

/** A new session and the token that is set as its cookie. */
export interface OpenedSession {
  readonly token: string;
  readonly maxAgeS: number;
  readonly session: SessionResponse;
}

/** Opens, shows and ends sessions of browsers. Tokens are created here; only their hashes leave this process. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly management: ManagementClient,
    private readonly authenticator: Authenticator,
    private readonly keys: ApiKeyIndex,
    private readonly index: SessionIndex,
    private readonly projects: ProjectDirectory,
    private readonly keyUses: KeyUseRecorder,
  ) {}

  /**
   * Opens a session with an API key or a code.
   *
   * @param admit checks the limits of the caller; returns the call context of its request.
   * @throws AppError `api_key_invalid`, `sign_in_code_invalid`, errors of `admit`.
   */
  async open({ api_key, code }: CreateSession, admit: (caller: Caller) => CallContext): Promise<OpenedSession> {
    const link = code === undefined ? null : await this.authenticator.callerOfLink(code);
    const caller = link?.caller ?? (await this.authenticator.callerOfKey(api_key as string));
    this.keyUses.note(caller.keyId);
    const call = admit(caller);
    const token = base62(randomBytes(32));
    const ids = { id: v7(), hash: hash('sha256', token, 'hex') };
    const options = this.#options(caller, call);
    const opened = await (link === null
      ? this.management.write(openSession, { ...ids, kind: 'session', ...this.#keyOf(caller) }, options)
      : this.management.write(redeemSignInLink, { ...ids, link_hash: link.session.hash }, options));
    const session = this.#shown(caller, token, opened);
    const maxAgeS = Math.max(1, Math.floor((Date.parse(session.expires_at) - Date.now()) / 1_000));
    return { token, maxAgeS, session };
  }

  /** The session of a cookie; none for a cookie of no session in force. @param token undefined without a cookie. */
  async list(token: string | undefined): Promise<SessionResponse[]> {
    if (token === undefined) return [];
    try {
      const { caller, session } = await this.authenticator.callerOfSession(token);
      return [this.#shown(caller, token, session)];
    } catch (error) {
      if (error instanceof AppError && error.code === 'sign_in_required') return [];
      throw error;
    }
  }

  /** @throws AppError `sign_in_required` for a request with an API key. */
  read(caller: Caller, session: BrowserSession | null): SessionResponse {
    if (session === null) throw signInRequired();
    return this.#shown(caller, session.token, session);
  }

  /** @throws AppError `sign_in_required` for a request with an API key. */
  async end(caller: Caller, session: BrowserSession | null, call: CallContext): Promise<void> {
    if (session === null) throw signInRequired();
    await this.management.write(endSession, { id: session.id }, this.#options(caller, call));
  }

  #keyOf({ keyId }: Caller) {
    const key_hash = this.keys.hashOf(keyId);
    // The key was revoked a moment ago.
    if (key_hash === undefined) throw apiKeyInvalid();
    return { key_id: keyId, key_hash };
  }

  #options({ keyId, keyName }: Caller, call: CallContext) {
    return { call, id: v7(), key: keyId ?? keyName, changes: this.index.replica };
  }

  #shown(caller: Caller, token: string, { expires_at }: Pick<Session, 'expires_at'>): SessionResponse {
    const { keyId, keyName, projectId, permissions, expiresAtMs } = caller;
    return {
      key: {
        id: keyId,
        name: keyName,
        project_id: projectId,
        project: projectId === null ? null : (this.projects.get(projectId)?.key ?? null),
        permissions: permissionNames.filter((name) => permissions.has(name)),
        admin: projectId === null,
      },
      csrf_token: csrfTokenOf(token),
      // A session ends with its key.
      expires_at: new Date(Math.min(Date.parse(expires_at), expiresAtMs)).toISOString(),
    };
  }
}
