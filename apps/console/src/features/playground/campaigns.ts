import type { Schemas } from '../../api/client.js';

type Campaign = Schemas['AbCampaign'];
type Report = Schemas['AbCampaignReport'];

/** Returns the running campaigns that count comparisons of these models under the metric. */
export function campaignsThatCount(
  campaigns: readonly Campaign[],
  metric: string,
  models: readonly string[],
): Campaign[] {
  return campaigns.filter(
    ({ status, feedback_type: kind, metric: decides, models: compared }) =>
      (status === 'warmup' || status === 'in_progress') &&
      kind === 'preference' &&
      decides === metric &&
      models.filter((model) => compared.includes(model)).length > 1,
  );
}

/** How often a model won against the others of a campaign. */
export interface Standing {
  readonly model: string;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** Returns the counts of the compared models, in the order of the campaign. */
export function standingsOf(report: Report, models: readonly string[]): Standing[] {
  return report.models
    .filter(({ model }) => models.includes(model))
    .map(({ model, wins = 0, losses = 0, ties = 0 }) => ({ model, wins, losses, ties }));
}
