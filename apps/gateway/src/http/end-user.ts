import { uuidSchema } from '@earshot/dto-common';
import { v5 } from 'uuid';

/** Returns the end user of a request and its labels; a user that is no uuid is also stored as the label `user`. */
export function labelledUser(
  given: string | null | undefined,
  labels: Record<string, string>,
  projectId: string,
): { user: string | null; labels: Record<string, string> } {
  const user = endUserOf(given, projectId);
  return { user, labels: given && given.toLowerCase() !== user ? { ...labels, user: given } : labels };
}

/**
 * Returns the end user of a request: a uuid unchanged, any other text as a stable uuid of its project; null for none.
 */
export function endUserOf(given: string | null | undefined, projectId: string): string | null {
  if (given === null || given === undefined || given === '') return null;
  const asUuid = uuidSchema.safeParse(given);
  return asUuid.success ? asUuid.data : v5(given, projectId);
}
