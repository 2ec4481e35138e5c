import type { InteractionImported, InteractionRecorded, InteractionStarted } from '@earshot/contracts-interactions';
import type { AppError } from '@earshot/errors';

/** A completion that feedback can be about: in progress, recorded or imported. */
export interface Reference {
  readonly completion_id: string;
  readonly session_id: string;
  readonly project_id: string;
  readonly model_id: string | null;
  /** `{project}/{model}`; empty for imports without a model. */
  readonly model: string;
  /** End user of the interaction. */
  readonly user_id: string | null;
  readonly prompt_hash: string;
  /** A/B campaign of the interaction; null for none. */
  readonly campaign_id: string | null;
  readonly created_at: string;
}

/** A new reference. */
export interface NewReference extends Reference {
  /** When the interaction was written; decides whether an erasure covers it. */
  readonly stored_at: string;
}

/** A session of one project that outcomes can be about. */
export interface SessionReference {
  readonly session_id: string;
  readonly project_id: string;
  /** Of its last completion. */
  readonly model: string;
  /** The last A/B campaign of the session; null for none. */
  readonly campaign_id: string | null;
  /** Of its last completion in that campaign, or of its last completion. */
  readonly model_id: string | null;
}

/** The result of a lookup. With a failure, missing entries may exist. */
export interface Found<T> {
  readonly found: ReadonlyMap<string, T>;
  readonly failure: AppError | undefined;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a campaign; null for none, and for other texts of old imports. */
export function campaignIdOf(name: string | null | undefined): string | null {
  return typeof name === 'string' && uuid.test(name) ? name.toLowerCase() : null;
}

/** The completions of an answer in progress. */
export function ofStarted(event: InteractionStarted): NewReference[] {
  return event.completion_ids.map((completion_id) => referenceOf(event, completion_id));
}

/** The completions of a recorded answer. */
export function ofRecorded(event: InteractionRecorded): NewReference[] {
  return event.completions.map(({ completion_id }) => referenceOf(event, completion_id));
}

/** An imported completion. */
export function ofImported(event: InteractionImported): NewReference {
  return referenceOf(event, event.completion_id, event.stored_at);
}

function referenceOf(
  event: InteractionStarted | InteractionRecorded | InteractionImported,
  completion_id: string,
  stored_at = event.created_at,
): NewReference {
  const { session_id, project_id, model_id, model, user, prompt_hash, ab_campaign, created_at } = event;
  const campaign_id = campaignIdOf(ab_campaign);
  const about = { completion_id, session_id, project_id, model_id, model: model ?? '', user_id: user };
  return { ...about, prompt_hash, campaign_id, created_at, stored_at };
}
