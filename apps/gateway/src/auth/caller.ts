import type { ApiKey, KeyLimits, Permission } from '@earshot/contracts-projects';

/** Permission of a key. `keys` (managing keys) is stored as a field of its own. */
export type KeyPermission = Permission | 'keys';

/** Permissions in the form of the contract. */
type StoredPermissions = Pick<ApiKey, 'permissions' | 'manages_keys'>;

/** The caller of a request, as its API key describes it. */
export interface Caller {
  /** Id of the key; null for `EARSHOT_ADMIN_KEY`. */
  readonly keyId: string | null;
  /** Display name of the key. */
  readonly keyName: string;
  /** Project of the key; null for a key of the installation, which may use every project. */
  readonly projectId: string | null;
  readonly permissions: ReadonlySet<KeyPermission>;
  /** Expiry, ms since 1970; Infinity for never. */
  readonly expiresAtMs: number;
  /** Id and limits of a key with limits; null for no limits. */
  readonly limited: { readonly id: string; readonly limits: KeyLimits } | null;
}

/** The session of a browser, by which a request was authenticated. */
export interface BrowserSession {
  readonly id: string;
  /** The cookie. It must not be logged. */
  readonly token: string;
  readonly expires_at: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication guard; null on public routes. */
    caller: Caller | null;
    /** Set by the authentication guard; null for a request with an API key. */
    browserSession: BrowserSession | null;
  }
}

/** Returns the permissions of a key as one list. */
export function permissionsOf({ permissions, manages_keys: managesKeys }: StoredPermissions): KeyPermission[] {
  // Absent in messages from before `keys` was a permission of its own: `manage` included it.
  return (managesKeys ?? permissions.includes('manage')) ? [...permissions, 'keys'] : permissions;
}

/** Returns a list of permissions in the form of the contract. */
export function storedPermissions(names: readonly KeyPermission[]): Required<StoredPermissions> {
  return { permissions: names.filter((name) => name !== 'keys'), manages_keys: names.includes('keys') };
}
