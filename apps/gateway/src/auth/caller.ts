import type { LimitedKey } from '../limits/limited-key.js';
import type { KeyPermission } from './key-permissions.js';

/** Who sent a request: what its API key says. */
export interface Caller {
  /** Id of the key; null for the one of `EARSHOT_ADMIN_KEY`. */
  readonly keyId: string | null;
  /** Name of the key, for people. */
  readonly keyName: string;
  /** The project that the key belongs to; null for a key of the installation, which may name any. */
  readonly projectId: string | null;
  readonly permissions: ReadonlySet<KeyPermission>;
  /** When the key stops working, ms since 1970; Infinity for never. */
  readonly expiresAtMs: number;
  /** null: the key has no limits. */
  readonly limited: LimitedKey | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route that is not public, before its body is read. */
    caller: Caller | null;
  }
}
