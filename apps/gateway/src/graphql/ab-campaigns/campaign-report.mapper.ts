import type { CampaignReportResponse } from '@earshot/dto-feedback';

/** A model of a campaign. */
export interface ModelNode {
  readonly id: string | null;
  readonly key: string;
  readonly name: string;
}

type ModelOf = (key: string) => ModelNode;

/** Returns the number of values or comparisons. Each comparison is in the numbers of both models. */
export function totalScores({ models, feedback_type }: CampaignReportResponse): number {
  const sum = models.reduce((total, { values }) => total + values, 0);
  return feedback_type === 'metric' ? sum : Math.round(sum / 2);
}

/** Converts a report. @param modelOf returns a model by its key. */
export function toReport(report: CampaignReportResponse, modelOf: ModelOf) {
  const variants = report.models.map(({ model, values, mean, interval }) => ({
    variant: modelOf(model),
    interval: interval && { start: interval[0], middle: mean ?? (interval[0] + interval[1]) / 2, end: interval[1] },
    scores: values,
    comparisons: comparisonsOf(report, model, modelOf),
  }));
  return { pValue: null, variants };
}

function comparisonsOf({ matrix }: CampaignReportResponse, model: string, modelOf: ModelOf) {
  if (matrix === undefined) return null;
  return matrix
    .filter((row) => row.model === model)
    .map(({ other, wins, losses, ties }) => ({
      ...{ variant: modelOf(other), scores: wins + losses + ties, wins, losses },
      tiesGood: ties,
      tiesBad: 0,
    }));
}
