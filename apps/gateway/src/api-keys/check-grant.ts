import type { KeyLimits } from '@earshot/contracts-projects';
import { grantExceeded } from '../auth/access.errors.js';
import type { Caller, KeyPermission } from '../auth/caller.js';

/** Rights that a request grants to a key. Absent fields stay as they are. */
export interface Grant {
  readonly permissions?: readonly KeyPermission[];
  readonly expires_at?: string | null;
  readonly limits?: KeyLimits | null;
}

const limitNames = ['requests_per_minute', 'tokens_per_minute', 'concurrent'] as const;

/** Checks that a caller grants no more than its own key has. @throws AppError `grant_exceeded` */
export function checkGrant(caller: Caller, { permissions, expires_at, limits }: Grant): void {
  const missing = permissions?.find((name) => !caller.permissions.has(name));
  if (missing !== undefined) {
    throw grantExceeded(
      'permissions',
      `The API key lacks the permission '${missing}', so it cannot grant it. Omit the permission, or use another key.`,
    );
  }
  if (expires_at !== undefined) checkExpiry(caller, expires_at);
  if (limits !== undefined) checkLimits(caller, limits);
}

function checkExpiry({ expiresAtMs }: Caller, expiresAt: string | null): void {
  if (expiresAtMs === Infinity || (expiresAt !== null && Date.parse(expiresAt) <= expiresAtMs)) return;
  const own = new Date(expiresAtMs).toISOString();
  throw grantExceeded(
    'expires_at',
    `expires_at must not be after ${own}, when your API key expires; got ${expiresAt ?? 'none'}.`,
  );
}

function checkLimits({ limited }: Caller, limits: KeyLimits | null): void {
  for (const name of limitNames) {
    const own = limited?.limits[name];
    const given = limits?.[name];
    if (own === undefined || (given !== undefined && given <= own)) continue;
    throw grantExceeded(
      `limits.${name}`,
      `limits.${name} must be at most ${own}, the limit of your API key; got ${given ?? 'none'}.`,
    );
  }
}
