import type { ApiKey, Permission } from '@earshot/contracts-projects';

/** What a key may be allowed to do, managing keys included. */
export type KeyPermission = Permission | 'keys';

/** How permissions travel and are kept. */
export type StoredPermissions = Pick<ApiKey, 'permissions' | 'manages_keys'>;

/** The permissions of a key, in one list. */
export function permissionsOf({ permissions, manages_keys: managesKeys }: StoredPermissions): KeyPermission[] {
  // Messages from before `keys` was a permission of its own do not say.
  return (managesKeys ?? permissions.includes('manage')) ? [...permissions, 'keys'] : permissions;
}

/** A list of permissions as it travels and is kept. */
export function storedPermissions(names: readonly KeyPermission[]): Required<StoredPermissions> {
  return { permissions: names.filter((name) => name !== 'keys'), manages_keys: names.includes('keys') };
}
