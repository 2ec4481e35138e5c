import { v5, v7 } from 'uuid';
import type { RequestContext } from '../http/request-context.js';

/** Separates our uuids of version 5 from everybody else's. Fixed: the same request must have the same ids in every release. */
const namespace = '6f1c2a51-3f0e-4f57-9a33-4d0c1f0b7e2d';

/** The identifiers that a write goes under. */
export interface WriteIds {
  /** Of the command: a service that has seen it before gives its first answer again. */
  readonly command: string;
  /** Of what is made. */
  readonly entity: string;
}

/**
 * New ids, or, under an idempotency key, the ones that this key has always had in its scope, so that the repeated command is the same to the
 * letter.
 *
 * @param scope id of the project; null for the installation. With more where not everybody in the project may see the first answer.
 */
export function writeIds(
  { idempotencyKey, operation }: RequestContext,
  scope: string | null | readonly (string | null)[],
): WriteIds {
  if (idempotencyKey === null) return { command: v7(), entity: v7() };
  const command = v5(JSON.stringify([scope, operation, idempotencyKey]), namespace);
  return { command, entity: v5('entity', command) };
}
