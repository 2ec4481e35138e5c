import type { InteractionImported, InteractionRecorded, InteractionStarted } from '@earshot/contracts-interactions';
import type { ArrivingReference } from './reference.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a campaign; null for none, and for what imports from before there were campaigns have in its place. */
export function campaignIdOf(name: string | null | undefined): string | null {
  return typeof name === 'string' && uuid.test(name) ? name.toLowerCase() : null;
}

/** The completions of an answer that is on its way. */
export function ofStarted(event: InteractionStarted): ArrivingReference[] {
  return event.completion_ids.map((completionId) => ofServed(event, completionId));
}

/** The completions of an answer that has ended. */
export function ofRecorded(event: InteractionRecorded): ArrivingReference[] {
  return event.completions.map(({ completion_id }) => ofServed(event, completion_id));
}

/** The completion that was imported. */
export function ofImported(event: InteractionImported): ArrivingReference {
  return { ...common(event), completionId: event.completion_id, storedAt: new Date(event.stored_at) };
}

function ofServed(event: InteractionStarted | InteractionRecorded, completionId: string): ArrivingReference {
  return { ...common(event), completionId, storedAt: new Date(event.created_at) };
}

function common(event: InteractionStarted | InteractionRecorded | InteractionImported) {
  return {
    sessionId: event.session_id,
    projectId: event.project_id,
    modelId: event.model_id,
    model: event.model ?? '',
    userId: event.user,
    promptHash: event.prompt_hash,
    campaignId: campaignIdOf(event.ab_campaign),
    createdAt: new Date(event.created_at),
  };
}
