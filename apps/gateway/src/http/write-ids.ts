import { v5, v7 } from 'uuid';

/** Namespace of the derived ids. It never changes: the same request gets the same ids in every release. */
const namespace = '6f1c2a51-3f0e-4f57-9a33-4d0c1f0b7e2d';

/** What makes a request the same as an earlier one. */
export interface RepeatableRequest {
  /** Method and path, without the query string: the scope of an idempotency key. */
  readonly operation: string;
  readonly idempotencyKey: string | null;
}

/** Ids of a write. */
export interface WriteIds {
  /** Id of the command. A service that has processed it before returns its first reply again. */
  readonly command: string;
  /** Id of the created entity. */
  readonly entity: string;
}

/**
 * Creates the ids of a write. Under an idempotency key they are derived from it, so that a retry is the same command.
 *
 * @param scope project id, or null for the installation; add ids where callers in one scope must not share a reply.
 */
export function writeIds(
  { idempotencyKey, operation }: RepeatableRequest,
  scope: string | null | readonly (string | null)[],
): WriteIds {
  if (idempotencyKey === null) return { command: v7(), entity: v7() };
  const command = v5(JSON.stringify([scope, operation, idempotencyKey]), namespace);
  return { command, entity: v5('entity', command) };
}
