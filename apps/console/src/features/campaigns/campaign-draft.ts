import type { Schemas } from '../../api/client.js';

/** The fields of a form of a campaign. */
export interface CampaignDraft {
  /** Empty: made of the models. */
  readonly key: string;
  readonly models: readonly string[];
  readonly metric: string | null;
  readonly feedback_type: Schemas['CreateAbCampaign']['feedback_type'];
  /** Percent of the traffic, as typed; empty for the default of the kind. */
  readonly traffic: string;
  readonly auto_deploy: boolean;
}

/** Preferences need no traffic: comparisons of two of the models count wherever they come from. */
const defaultTraffic = { preference: 0, metric: 50 } as const;

const maxKeyLength = 64;

/** The share of the traffic that a form means, in percent. */
export function trafficOf({ traffic, feedback_type }: CampaignDraft): number {
  return traffic.trim() === '' ? defaultTraffic[feedback_type] : Number(traffic);
}

/** Returns the key of a campaign without one: `a-or-b`, with a number if that is taken. */
export function keyOf({ key, models }: CampaignDraft, taken: readonly string[]): string {
  if (key !== '') return key;
  const base = models.join('-or-').slice(0, maxKeyLength - 4) || 'campaign';
  for (let number = 2; ; number += 1) {
    const candidate = number === 2 && !taken.includes(base) ? base : `${base}-${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

/** Returns the body that starts the campaign of a form. */
export function bodyOf(draft: CampaignDraft, taken: readonly string[]): Schemas['CreateAbCampaign'] {
  return {
    key: keyOf(draft, taken),
    metric: draft.metric ?? '',
    models: [...draft.models],
    feedback_type: draft.feedback_type,
    traffic_split: trafficOf(draft) / 100,
    auto_deploy: draft.auto_deploy,
  };
}
