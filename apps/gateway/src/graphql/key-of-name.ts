/** Returns a key for a name that is no key: lower case, with dashes for everything that a key cannot have. */
export function keyOfName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|-+$/g, '');
}
