import { randomUUID } from 'node:crypto';
import type { InteractionStarted } from '@earshot/contracts-interactions';

/** The word that an answer of one choice is on its way, and the id of its completion. */
export function startedEvent(
  project_id: string,
  fields: Partial<InteractionStarted> = {},
): InteractionStarted & { completionId: string } {
  const event = {
    response_id: 'r',
    session_id: randomUUID(),
    project_id,
    model_id: randomUUID(),
    model: 'support/large',
    user: null,
    created_at: new Date().toISOString(),
    completion_ids: [randomUUID()],
    prompt_hash: 'hash',
    ...fields,
  };
  return { ...event, completionId: event.completion_ids[0] as string };
}
