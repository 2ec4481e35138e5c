import type { Schemas } from '../../api/client.js';
import { parseSearch, toApiFilter, type InteractionSearch } from '../interactions/filter.js';
import type { Queue } from '../review-queues/queries.js';

type CreateQueue = Schemas['CreateReviewQueue'];

/** Where the items of a queue come from. */
export type SourceKind = 'ab_campaign' | 'models' | 'replay' | 'filter' | 'none';

/** The form of a queue. Models and the campaign are ids or keys; empty for none. */
export interface QueueDraft {
  readonly key: string;
  readonly name: string;
  readonly kind: Queue['kind'];
  readonly metric: string;
  readonly source: SourceKind;
  readonly campaign: string;
  readonly models: readonly [string, string];
  readonly filter: InteractionSearch;
  /** Model that answers prompts again. */
  readonly replaying: string;
  /** Number of these prompts. */
  readonly replays: string;
  readonly reviews: string;
  readonly minutes: string;
}

const secondsPerMinute = 60;
const defaultMinutes = 5;
const defaultReplays = 100;

/** Prompts that a queue has answered again at most. */
export const maxReplays = 1_000;

/** Returns the form of a queue; of a new one, with this filter if it has one, without a queue. */
export function draftOf(queue: Queue | null, filter: InteractionSearch | undefined): QueueDraft {
  const source = queue?.source ?? null;
  return {
    key: queue?.key ?? '',
    name: queue === null || queue.name === queue.key ? '' : queue.name,
    kind: queue?.kind ?? (filter === undefined ? 'compare' : 'rate'),
    metric: queue?.metric ?? '',
    source: queue === null ? (filter === undefined ? 'models' : 'filter') : sourceKindOf(source),
    campaign: source !== null && 'ab_campaign' in source ? source.ab_campaign : '',
    models: pairOf(source !== null && 'models' in source ? source.models : []),
    filter: source !== null && 'filter' in source ? parseSearch(source.filter ?? {}) : (filter ?? {}),
    replaying: source !== null && 'replay' in source ? (source.replay?.model ?? '') : '',
    replays: String((source !== null && 'replay' in source ? source.replay?.limit : undefined) ?? defaultReplays),
    reviews: String(queue?.reviews_per_item ?? 1),
    minutes: String(queue === null ? defaultMinutes : queue.lease_seconds / secondsPerMinute),
  };
}

const pairOf = ([first = '', second = '']: readonly string[]): [string, string] => [first, second];

/** Returns the kind of a source. */
export function sourceKindOf(source: Queue['source']): SourceKind {
  if (source === null) return 'none';
  if ('ab_campaign' in source) return 'ab_campaign';
  if ('models' in source) return 'models';
  return source.replay === undefined ? 'filter' : 'replay';
}

/** Sources that a kind of queue can have. */
export const sourcesOf: Readonly<Record<Queue['kind'], readonly SourceKind[]>> = {
  compare: ['models', 'ab_campaign', 'replay', 'none'],
  rate: ['filter', 'none'],
};

/** Returns the draft with another kind of queue, and a source that it can have. */
export function withKind(draft: QueueDraft, kind: QueueDraft['kind']): QueueDraft {
  const isPossible = sourcesOf[kind].includes(draft.source);
  return { ...draft, kind, source: isPossible ? draft.source : (sourcesOf[kind][0] as SourceKind) };
}

/** Returns what is missing; null if the draft can be sent. */
export function draftProblem(draft: QueueDraft): string | null {
  const { key, metric, source, campaign, models, replaying, replays } = draft;
  if (key === '') return 'Enter a key.';
  if (metric === '') return 'Choose a metric.';
  if (source === 'ab_campaign' && campaign === '') return 'Choose a campaign.';
  if (source === 'replay' && replaying === '') return 'Choose a model.';
  if (source === 'replay' && !(Number(replays) >= 1 && Number(replays) <= maxReplays)) return 'Enter a number.';
  if (source === 'models' && models.includes('')) return 'Choose two models.';
  return source === 'models' && models[0] === models[1] ? 'Choose two different models.' : null;
}

/**
 * Returns the body that creates the queue.
 *
 * @param now end of a relative time range of the filter, in ms since 1970
 */
export function queueBody(draft: QueueDraft, now: number): CreateQueue {
  return {
    key: draft.key,
    name: draft.name || draft.key,
    kind: draft.kind,
    metric: draft.metric,
    source: sourceBody(draft, now),
    reviews_per_item: Number(draft.reviews),
    lease_seconds: Math.round(Number(draft.minutes) * secondsPerMinute),
  };
}

function sourceBody(
  { source, campaign, models, filter, replaying, replays }: QueueDraft,
  now: number,
): NonNullable<CreateQueue['source']> | null {
  switch (source) {
    case 'ab_campaign':
      return { ab_campaign: campaign };
    case 'models': {
      const own = promptFilterOf(filter);
      return { models: [...models], ...(Object.keys(own).length > 0 && { filter: filterBody(own, now) }) };
    }
    case 'replay':
      return { filter: filterBody(filter, now), replay: { model: replaying, limit: Math.round(Number(replays)) } };
    case 'filter':
      return { filter: filterBody(filter, now) };
    case 'none':
      return null;
  }
}

/** Returns the filter of a source of two models, which says itself whose answers it compares. */
export function promptFilterOf({ model: _, ...filter }: InteractionSearch): InteractionSearch {
  return filter;
}

function filterBody(filter: InteractionSearch, now: number) {
  const { label = [], tag = [], ...others } = toApiFilter(filter, now);
  return { ...others, label: [...label], tag: [...tag] };
}

/** Returns the fields of a body that a queue can change. */
export function changeableFields({ name, source, reviews_per_item, lease_seconds }: CreateQueue) {
  return { name, source, reviews_per_item, lease_seconds };
}
