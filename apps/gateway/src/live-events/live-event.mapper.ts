import type { EventContract } from '@earshot/contracts-core';
import {
  comparisonRecorded,
  feedbackRecorded,
  type ComparisonRecorded,
  type FeedbackRecorded,
} from '@earshot/contracts-feedback';
import {
  interactionImported,
  interactionRecorded,
  type InteractionImported,
  type InteractionRecorded,
} from '@earshot/contracts-interactions';
import type { LiveEvents } from '@earshot/dto-interactions';
import type { FollowedEvent } from '@earshot/messaging';
import type { Erasable } from './recent-erasures.js';

/** An event of a project, as server-sent events. */
export interface LiveEvent extends Erasable {
  readonly text: string;
}

type Mapper = (body: never) => LiveEvent;

const mappers: Readonly<Record<string, Mapper>> = {
  [interactionRecorded.type]: ofRecorded,
  [interactionImported.type]: ofImported,
  [feedbackRecorded.type]: ofFeedback,
  [comparisonRecorded.type]: ofComparison,
};

/** Returns the event that a message of another service is. */
export function toLiveEvent({ type, body }: FollowedEvent): LiveEvent | undefined {
  return mappers[type]?.(body as never);
}

/** Whether a contract has a {@link LiveEvent}. */
export function isLive({ type }: EventContract): boolean {
  return type in mappers;
}

/** One event for each choice of the answer. */
function ofRecorded(body: InteractionRecorded): LiveEvent {
  const { project_id, user, created_at, session_id, model, completions } = body;
  const events = completions.map(({ completion_id, finish_reason }) =>
    text('interaction', { completion_id, session_id, model, source: 'served', finish_reason, created_at }),
  );
  const completion_ids = completions.map(({ completion_id }) => completion_id);
  return { project_id, user, at: created_at, completion_ids, text: events.join('') };
}

function ofImported(body: InteractionImported): LiveEvent {
  const { project_id, user, stored_at, completion_id, session_id, model, source, created_at } = body;
  const event = { completion_id, session_id, model, source, finish_reason: null, created_at };
  return { project_id, user, at: stored_at, completion_ids: [completion_id], text: text('interaction', event) };
}

function ofFeedback(body: FeedbackRecorded): LiveEvent {
  const { project_id, user_id: user, id, completion_id, session_id, metric, value, created_at } = body;
  const of = { project_id, user, at: created_at };
  return completion_id === null
    ? { ...of, completion_ids: [], text: text('outcome', { id, session_id, metric, value, created_at }) }
    : {
        ...of,
        completion_ids: [completion_id],
        text: text('feedback', { id, completion_id, metric, value, created_at }),
      };
}

function ofComparison(body: ComparisonRecorded): LiveEvent {
  const { project_id, user_id: user, id, metric, preferred, other, tied, created_at } = body;
  const completion_ids = [preferred.completion_id, other.completion_id];
  const event = text('comparison', { id, metric, preferred, other, tied, created_at });
  return { project_id, user, at: created_at, completion_ids, text: event };
}

function text<Kind extends keyof LiveEvents>(kind: Kind, data: LiveEvents[Kind]): string {
  return `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}
