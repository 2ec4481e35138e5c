import type { Permission } from '@earshot/contracts-projects';
import type { LimitedKey } from '../limits/limited-key.js';

/** Who sent a request: what its API key says. */
export interface Caller {
  /** The project that the key belongs to; null for a key of the installation, which may name any. */
  readonly projectId: string | null;
  readonly permissions: ReadonlySet<Permission>;
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
