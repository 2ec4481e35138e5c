import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import {
  sessionLifetimeMs,
  sessionsState,
  signInLinkLifetimeMs,
  type EndSession,
  type OpenSession,
  type RedeemSignInLink,
  type Session,
} from '@earshot/contracts-projects';
import { now, Outbox, type Transaction } from '@earshot/persistence';
import type { SessionEntity } from '../database/entities/session.entity.js';
import { signInCodeInvalid } from './sessions.errors.js';
import { SessionsRepository } from './sessions.repository.js';

const lifetimesMs = { session: sessionLifetimeMs, sign_in_link: signInLinkLifetimeMs };

/** Rows deleted in one transaction, which takes some milliseconds. */
const batchRows = 500;

/** The rules of sessions and sign-in links. A command is answered once its change is published. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly repository: SessionsRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Opens a session or a sign-in link; the oldest one of a key with too many ends.
   * @throws AppError `api_key_invalid`
   */
  async open(tx: Transaction, request: OpenSession, call: CallContext): Promise<Session> {
    const created_at = now();
    const expires_at = new Date(Date.parse(created_at) + lifetimesMs[request.kind]).toISOString();
    const row: SessionEntity = { ...request, created_at, expires_at };
    await this.repository.insert(tx, row);
    await this.outbox.state(tx, sessionsState, row, call);
    await this.#publishEnd(tx, await this.repository.deleteExcess(tx, row), call);
    const { hash: _, key_hash: __, ...session } = row;
    return session;
  }

  /** Opens a session with a sign-in link and deletes the link. @throws AppError `sign_in_code_invalid` */
  async redeem(tx: Transaction, { id, hash, link_hash }: RedeemSignInLink, call: CallContext): Promise<Session> {
    const link = await this.repository.takeLink(tx, link_hash);
    if (link === null) throw signInCodeInvalid();
    await this.#publishEnd(tx, [link.id], call);
    const { key_id, key_hash } = link;
    return this.open(tx, { id, hash, kind: 'session', key_id, key_hash }, call);
  }

  /** Ends a session. */
  async end(tx: Transaction, { id }: EndSession, call: CallContext): Promise<{ id: string }> {
    if (await this.repository.delete(tx, id)) await this.#publishEnd(tx, [id], call);
    return { id };
  }

  /** Ends all sessions and sign-in links of keys. */
  async endAllOf(tx: Transaction, keyIds: readonly string[], call: CallContext): Promise<void> {
    await this.#publishEnd(tx, await this.repository.deleteOfKeys(tx, keyIds), call);
  }

  /** Deletes expired sessions and sign-in links in batches. Several processes may do so at once. */
  async deleteExpired(call: CallContext, signal: AbortSignal): Promise<void> {
    for (let deleted = batchRows; deleted === batchRows && !signal.aborted;) {
      deleted = await this.repository.transaction(async (tx) => {
        const ids = await this.repository.deleteExpired(tx, batchRows);
        await this.#publishEnd(tx, ids, call);
        return ids.length;
      });
    }
  }

  #publishEnd(tx: Transaction, ids: readonly string[], call: CallContext): Promise<void> {
    return this.outbox.tombstones(tx, sessionsState, ids, call);
  }
}
