import type { ChatRequest } from '@earshot/contracts-inference';
import type { Interaction } from '@earshot/contracts-interactions';
import type { ClaimedReplay } from './claims.repository.js';

/** Tag of replayed answers, by which they can be told from live traffic. */
export const replayTag = 'replay';

/**
 * The request that has a stored prompt answered again, in a session of its own. Parameters are those that every kind of
 * provider honours.
 */
export function toReplayRequest(
  { user, parameters, messages, completion_id }: Interaction,
  { project_id, model_id, queue_id, replay_id, asked_at }: ClaimedReplay,
): ChatRequest {
  const { stop = null, max_tokens = null, temperature = null, top_p = null, response_format } = parameters;
  return {
    response_id: `chatcmpl-${replay_id}`,
    completion_ids: [replay_id],
    session_id: replay_id,
    new_session: true,
    project_id,
    model: model_id,
    // Recorded as it was requested; the worker checks it again.
    messages: (messages ?? []) as ChatRequest['messages'],
    ...(response_format && { response_format: response_format as ChatRequest['response_format'] }),
    stop,
    max_tokens,
    temperature,
    top_p,
    drop_params: true,
    stream: false,
    user,
    labels: { replay_of: completion_id, review_queue: queue_id },
    tags: [replayTag],
    store: true,
    replay: true,
    received_at_ms: asked_at.getTime(),
    max_ttft_ms: null,
  };
}
