import { isDeepStrictEqual } from 'node:util';

/** Fields whose order has no meaning. */
const sets = new Set(['capabilities', 'permissions', 'models']);

/** The fields of `wanted` that differ in `existing`, as the body of a PATCH; undefined if none does. */
export function differences<Declared extends object>(
  declared: Declared,
  existing: object,
): Partial<Declared> | undefined {
  const current = existing as Record<string, unknown>;
  const changed = Object.entries(declared).filter(
    ([name, value]) =>
      value !== undefined && !isDeepStrictEqual(canonical(name, value), canonical(name, current[name])),
  );
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as Partial<Declared>);
}

function canonical(name: string, value: unknown): unknown {
  if (name === 'expires_at') return typeof value === 'string' ? Date.parse(value) : value;
  return sets.has(name) && Array.isArray(value) ? [...(value as unknown[])].sort() : value;
}
