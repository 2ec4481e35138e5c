import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sessionsState, type SessionKind, type SessionState } from '@earshot/contracts-projects';
import { InjectReplica, StateIndex, StateReplica } from '@earshot/messaging';

/** Looks up sessions and sign-in links by the SHA-256 of their secrets, in memory. */
@Injectable()
export class SessionIndex {
  readonly #byHash: StateIndex<SessionState>;

  constructor(@InjectReplica(sessionsState) readonly replica: StateReplica<SessionState>) {
    this.#byHash = new StateIndex(replica, (session) => session.hash);
  }

  /** Returns the session of a cookie, or the link of a code; undefined for an unknown or expired one. */
  find(kind: SessionKind, secret: string): SessionState | undefined {
    // Timing can reveal only hashes, not secrets.
    const session = this.#byHash.find(hash('sha256', secret, 'hex'));
    return session?.kind === kind && Date.parse(session.expires_at) > Date.now() ? session : undefined;
  }
}
