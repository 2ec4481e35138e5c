import type { Found, Reference } from '../references/reference.js';

/**
 * The known ones among completions, in their order. Others were erased.
 *
 * @throws AppError `service_unavailable` where events that may announce them are not stored yet.
 */
export function knownIn(
  projectId: string,
  completionIds: readonly string[],
  { found, failure }: Found<Reference>,
): Reference[] {
  const known = completionIds.map((id) => found.get(id));
  if (failure !== undefined && known.includes(undefined)) throw failure;
  return known.filter((one) => one !== undefined && one.project_id === projectId) as Reference[];
}
