import type { CampaignReport, Metric } from '@earshot/contracts-feedback';
import type { CampaignReportResponse } from '@earshot/dto-feedback';
import { summaryOf } from './report-summary.js';

/** A report as callers see it. @param keyOf the key of a model by its id */
export function toCampaignReportResponse(
  report: CampaignReport,
  { key: metric, scoring_type }: Pick<Metric, 'key' | 'scoring_type'>,
  keyOf: (modelId: string) => string,
): CampaignReportResponse {
  const { status, feedback_type, winner_model_id, warmup_count } = report;
  const models = report.models.map(({ model_id, interval, comparisons, ...numbers }) => ({
    model: keyOf(model_id),
    ...numbers,
    interval: interval && ([interval.low, interval.high] as [number, number]),
    ...comparisons,
  }));
  const matrix = report.matrix?.map(({ model_id, other_model_id, ...tally }) => ({
    model: keyOf(model_id),
    other: keyOf(other_model_id),
    ...tally,
  }));
  const winner = winner_model_id === null ? null : keyOf(winner_model_id);
  const rest = { feedback_type, metric, models, ...(matrix && { matrix }) };
  // What is preferred is better, whichever values of the metric are.
  const lowerIsBetter = feedback_type === 'metric' && scoring_type === 'lower_is_better';
  return { status, winner, summary: summaryOf({ status, winner, warmup_count, lowerIsBetter, ...rest }), ...rest };
}
