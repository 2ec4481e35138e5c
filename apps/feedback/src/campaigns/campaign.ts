import { createHash } from 'node:crypto';
import type { AbCampaign } from '@earshot/contracts-inference';
import type { ComparisonEntity } from '../database/entities/comparison.entity.js';

/** As much of a campaign as says what counts in it; it never changes. */
export interface CountedCampaign {
  readonly id: string;
  readonly metricId: string;
  readonly feedbackType: AbCampaign['feedback_type'];
  readonly modelIds: readonly string[];
  readonly createdAt: Date;
}

/** One value or comparison more (1) or less (-1) in a campaign. */
export interface CampaignChange {
  readonly campaignId: string;
  readonly modelId: string;
  /** The one that it was compared with; {@link noRival} for a value. */
  readonly rivalId: string;
  /** What hangs together has one of these. */
  readonly unitId: string;
  /** A value; or what a comparison gives the model: 1 where it won, 1/2 for a tie, 0 where it lost. */
  readonly value: number;
  readonly tie: boolean;
  readonly sign: 1 | -1;
}

/** As much of a change of the summaries as says whether it belongs to a campaign. */
export interface ValueChange {
  readonly metricId: string;
  readonly campaignId: string | null;
  readonly modelId: string | null;
  readonly sessionId: string;
  readonly value: number;
  readonly sign: 1 | -1;
}

/** In the place of a model: none. */
export const noRival = '00000000-0000-0000-0000-000000000000';

/** What a value changes in its campaign: nothing where that is not decided by this metric, or the answer is of a model that is not compared. */
export function valueChanges(change: ValueChange, campaigns: readonly CountedCampaign[]): CampaignChange[] {
  const { metricId, campaignId, modelId, sessionId: unitId, value, sign } = change;
  if (modelId === null) return [];
  const own = campaigns.filter(
    ({ id, feedbackType, modelIds, ...campaign }) =>
      id === campaignId && campaign.metricId === metricId && feedbackType === 'metric' && modelIds.includes(modelId),
  );
  return own.map(({ id }) => ({ campaignId: id, modelId, rivalId: noRival, unitId, value, tie: false, sign }));
}

/** What a comparison changes in all campaigns that were running when it came: those of its metric that compare both models. */
export function comparisonChanges(
  comparison: ComparisonEntity,
  campaigns: readonly CountedCampaign[],
  sign: 1 | -1,
): CampaignChange[] {
  const { metricId, preferredModelId: preferred, otherModelId: other, tied, createdAt } = comparison;
  if (preferred === null || other === null || preferred === other) return [];
  const [modelId, rivalId] = preferred < other ? [preferred, other] : [other, preferred];
  const value = tied === null ? Number(preferred === modelId) : 0.5;
  const unitId = unitOf(comparison.preferredSessionId, comparison.otherSessionId);
  const own = campaigns.filter(
    (campaign) =>
      campaign.metricId === metricId &&
      campaign.feedbackType === 'preference' &&
      campaign.createdAt <= createdAt &&
      campaign.modelIds.includes(preferred) &&
      campaign.modelIds.includes(other),
  );
  return own.map(({ id }) => ({ campaignId: id, modelId, rivalId, unitId, value, tie: tied !== null, sign }));
}

/** One id for two sessions, whichever comes first: as PostgreSQL makes it of `md5`. */
function unitOf(one: string, other: string): string {
  const pair = one < other ? one + other : other + one;
  const hash = createHash('md5').update(pair).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
