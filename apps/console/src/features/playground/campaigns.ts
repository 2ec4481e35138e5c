import type { Schemas } from '../../api/client.js';
import { warmupCount } from '../campaigns/advice.js';

type Campaign = Schemas['AbCampaign'];

/** The part of a report that the receipt shows. */
interface Report {
  readonly models: readonly Pick<
    Schemas['AbCampaignReport']['models'][number],
    'model' | 'count' | 'wins' | 'losses' | 'ties'
  >[];
}

/** Returns the running campaigns that count one of these pairs of models under the metric. */
export function campaignsThatCount(
  campaigns: readonly Campaign[],
  metric: string,
  pairs: readonly (readonly [string, string])[],
): Campaign[] {
  return campaigns.filter(
    ({ status, feedback_type: kind, metric: decides, models: compared }) =>
      (status === 'warmup' || status === 'in_progress') &&
      kind === 'preference' &&
      decides === metric &&
      pairs.some((pair) => pair.every((model) => compared.includes(model))),
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

/**
 * Says how far a campaign is from a first result; null after its warmup. A conversation counts once, however many of
 * its turns are judged.
 */
export function warmupWords({ models }: Report): string | null {
  const counted = Math.min(...models.map(({ count }) => count));
  return counted < warmupCount ? `${counted} of ${warmupCount} conversations before it can name a winner.` : null;
}
