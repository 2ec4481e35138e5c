import { promptHash, type ImportInteraction, type RecordedMessage } from '@earshot/contracts-interactions';
import type { InteractionInput } from '@earshot/dto-interactions';
import { v5, v7 } from 'uuid';
import { labelledUser } from '../http/end-user.js';
import type { WriteIds } from '../http/write-ids.js';

/** An import as the interactions service takes it. Repeated under one idempotency key it is the same to the letter. */
export function toImport(
  input: InteractionInput,
  messages: RecordedMessage[],
  projectId: string,
  { command, entity }: WriteIds,
  repeatable: boolean,
): ImportInteraction {
  // Ids in the order of time where that is possible: indexes grow at one end.
  const idOf = (what: string) => (repeatable ? v5(what, command) : v7());
  return {
    completion_id: entity,
    session_id: input.session_id ?? idOf('session'),
    project_id: projectId,
    model: input.model_service ?? null,
    messages,
    prompt_hash: promptHash(messages),
    completion: input.completion,
    created_at: input.created_at ?? null,
    ab_campaign: input.ab_campaign ?? null,
    ...labelledUser(input.user, input.labels ?? {}, projectId),
    tags: input.tags ?? [],
    feedbacks: (input.feedbacks ?? []).map(({ metric, value, reason, details, created_at }, index) => ({
      id: idOf(`feedback ${index}`),
      metric,
      value,
      reason: reason ?? null,
      details: details ?? null,
      created_at: created_at ?? null,
    })),
  };
}
