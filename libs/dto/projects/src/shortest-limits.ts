/** Limits in their one form, in which they are shown and compared: without those that are none, and null where all are. */
export function shortest<Name extends string>(
  limits: { [N in Name]?: number | null } | null,
): { [N in Name]?: number } | null {
  const set = Object.entries(limits ?? {}).filter(([, limit]) => typeof limit === 'number');
  return set.length === 0 ? null : (Object.fromEntries(set) as { [N in Name]?: number });
}
