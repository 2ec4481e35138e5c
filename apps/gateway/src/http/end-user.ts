import { uuidSchema } from '@earshot/dto-common';
import { v5 } from 'uuid';

/** The end user that a request names: a uuid as it is, any other text as a stable uuid of its project; null for none. */
export function endUserOf(given: string | null | undefined, projectId: string): string | null {
  if (given === null || given === undefined || given === '') return null;
  const asUuid = uuidSchema.safeParse(given);
  return asUuid.success ? asUuid.data : v5(given, projectId);
}
