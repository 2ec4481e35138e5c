import type { CampaignHistoryPoint } from '@earshot/contracts-feedback';
import type { AbCampaign } from '@earshot/contracts-inference';
import type { ReportData } from './report.js';
import { toModels } from './report.mapper.js';

/** A report as its history keeps it. */
export type Snapshot = Omit<CampaignHistoryPoint, 'time'>;

/** The snapshot of a campaign. */
export function snapshotOf(campaign: Pick<AbCampaign, 'status' | 'winner_model_id'>, data: ReportData): Snapshot {
  const models = toModels(data).models.map(({ model_id, count, mean, interval, probability_best }) => ({
    ...{ model_id, count, mean, interval, probability_best },
  }));
  return { status: campaign.status, winner_model_id: campaign.winner_model_id, models };
}

/** Chooses items at even distances, the first one and (of two or more) the last one included. */
export function evenly<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  const step = (items.length - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, index) => items[Math.round(index * step)] as T);
}
