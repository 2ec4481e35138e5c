import type { Found, Reference } from '../references/reference.js';

/**
 * Returns the references of the completions that exist in the project, in order. Others were erased.
 *
 * @throws AppError `service_unavailable` while events that may announce them are not stored yet.
 */
export function existingReferences(
  projectId: string,
  completionIds: readonly string[],
  { found, failure }: Found<Reference>,
): Reference[] {
  const known = completionIds.map((id) => found.get(id));
  if (failure !== undefined && known.includes(undefined)) throw failure;
  return known.filter((one) => one !== undefined && one.project_id === projectId) as Reference[];
}
