import type { ChatRequest } from '@earshot/contracts-inference';
import { uuidSchema } from '@earshot/dto-common';
import type { ChatInput } from '@earshot/dto-inference';
import { v5, v7 } from 'uuid';

/** What a request's `model` names: a project, and one of its models or (null) its default. */
export function namesOf(model: string): { project: string; model: string | null } {
  const slash = model.indexOf('/');
  return slash < 0
    ? { project: model, model: null }
    : { project: model.slice(0, slash), model: model.slice(slash + 1) };
}

/** The request as the inference service takes it, with every id that its answer will have. */
export function toChatRequest(input: ChatInput, model: string | null, projectId: string): ChatRequest {
  const labels = input.labels ?? input.metadata ?? {};
  return {
    response_id: `chatcmpl-${v7()}`,
    completion_ids: [v7()],
    session_id: input.session_id ?? v7(),
    project_id: projectId,
    model,
    messages: input.messages,
    // An empty list asks for nothing.
    stop: input.stop?.length ? input.stop : null,
    max_tokens: input.max_tokens ?? input.max_completion_tokens ?? null,
    temperature: input.temperature ?? null,
    top_p: input.top_p ?? null,
    stream: input.stream ?? false,
    ...userOf(input.user, labels, projectId),
    tags: input.tags ?? [],
    store: input.store ?? true,
    received_at_ms: Date.now(),
  };
}

/** A user that is no uuid gets a stable one of its project; what was given is kept as a label. */
function userOf(given: string | null | undefined, labels: Record<string, string>, projectId: string) {
  if (given === null || given === undefined || given === '') return { user: null, labels };
  const asUuid = uuidSchema.safeParse(given);
  if (asUuid.success) return { user: asUuid.data, labels };
  return { user: v5(given, projectId), labels: { ...labels, user: given } };
}
