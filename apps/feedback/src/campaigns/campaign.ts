import { createHash } from 'node:crypto';
import type { AbCampaign } from '@earshot/contracts-inference';
import type { ComparisonEntity } from '../database/entities/comparison.entity.js';

/** The immutable fields of a campaign that decide what counts in it. */
export interface CountedCampaign {
  readonly id: string;
  readonly metric_id: string;
  readonly feedback_type: AbCampaign['feedback_type'];
  readonly model_ids: readonly string[];
  readonly created_at: string;
}

/** Adds (1) or removes (-1) a value or comparison in a campaign. */
export interface CampaignChange {
  readonly campaign_id: string;
  readonly model_id: string;
  /** The model that it was compared with; {@link noOpponent} for a value. */
  readonly rival_id: string;
  /** Id of the independent observation: a session, or a pair of sessions. */
  readonly unit_id: string;
  /** A value, or the result of a comparison: 1 for a win, 1/2 for a tie, 0 for a loss. */
  readonly value: number;
  readonly tie: boolean;
  readonly sign: 1 | -1;
}

/** The fields of a summary change that decide whether it counts in a campaign. */
export interface ValueChange {
  readonly metric_id: string;
  readonly campaign_id: string | null;
  readonly model_id: string | null;
  readonly session_id: string;
  readonly value: number;
  readonly sign: 1 | -1;
}

/** Placeholder in `rival_id` for values, which have no opponent. */
export const noOpponent = '00000000-0000-0000-0000-000000000000';

/** The change of a campaign by a value; none for another metric or a model outside the campaign. */
export function valueChanges(change: ValueChange, campaigns: readonly CountedCampaign[]): CampaignChange[] {
  const { metric_id, campaign_id, model_id, session_id: unit_id, value, sign } = change;
  if (model_id === null) return [];
  const own = campaigns.filter(
    ({ id, feedback_type, model_ids, ...campaign }) =>
      id === campaign_id &&
      campaign.metric_id === metric_id &&
      feedback_type === 'metric' &&
      model_ids.includes(model_id),
  );
  return own.map(({ id }) => ({ campaign_id: id, model_id, rival_id: noOpponent, unit_id, value, tie: false, sign }));
}

/** The changes by a comparison of all campaigns of its metric that were running and compare both models. */
export function comparisonChanges(
  comparison: ComparisonEntity,
  campaigns: readonly CountedCampaign[],
  sign: 1 | -1,
): CampaignChange[] {
  const { metric_id, preferred_model_id: preferred, other_model_id: other, tied, created_at } = comparison;
  if (preferred === null || other === null || preferred === other) return [];
  const [model_id, rival_id] = preferred < other ? [preferred, other] : [other, preferred];
  const value = tied === null ? Number(preferred === model_id) : 0.5;
  const unit_id = unitOf(comparison.preferred_session_id, comparison.other_session_id);
  const own = campaigns.filter(
    (campaign) =>
      campaign.metric_id === metric_id &&
      campaign.feedback_type === 'preference' &&
      campaign.created_at <= created_at &&
      campaign.model_ids.includes(preferred) &&
      campaign.model_ids.includes(other),
  );
  return own.map(({ id }) => ({ campaign_id: id, model_id, rival_id, unit_id, value, tie: tied !== null, sign }));
}

/** The id of a pair of sessions in any order; equal to the `md5` of PostgreSQL. */
function unitOf(one: string, other: string): string {
  const pair = one < other ? one + other : other + one;
  const hash = createHash('md5').update(pair).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
