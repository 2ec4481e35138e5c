import type { CampaignReport } from '@earshot/contracts-feedback';
import type { CampaignReportResponse } from '@earshot/dto-feedback';

type Judged = CampaignReportResponse['models'][number];

/** The parts of a report that a summary describes. */
export type SummarisedReport = Omit<CampaignReportResponse, 'summary'> &
  Pick<CampaignReport, 'warmup_count'> & { readonly lowerIsBetter: boolean };

/** A report in a sentence or two: what is known, and what is missing. */
export function summaryOf(report: SummarisedReport): string {
  const { status, winner, metric, models } = report;
  if (status === 'done') {
    const won = models.find(({ model }) => model === winner);
    return won ? `${wonBy(won, report)}${others(won, report)}.` : 'Done without a winner.';
  }
  if (status === 'cancelled') return `Cancelled without a winner. ${rankingText(report)}`;
  const cold = models.filter(({ count }) => count < report.warmup_count);
  if (cold.length === 0) return rankingText(report);
  const lacking = cold.map(({ model, count }) => `'${model}' has ${count}`).join(', ');
  return `Warming up: each model needs ${report.warmup_count} ${unitOf(report)} under '${metric}' before anything is decided; ${lacking}.`;
}

function wonBy(won: Judged, { metric }: SummarisedReport): string {
  return `'${won.model}' has won under '${metric}' with ${numbersOf(won)}`;
}

/** Values that came after the decision may have moved the intervals since. */
function others(won: Judged, { models }: SummarisedReport): string {
  const rest = models.filter((one) => one !== won).map((one) => `'${one.model}' has ${numbersOf(one)}`);
  return `; ${rest.join(', ')}`;
}

function rankingText(report: SummarisedReport): string {
  const { models, metric } = report;
  const [leader] = [...models].sort((one, other) => other.probability_best - one.probability_best);
  if (leader === undefined || models.every(({ count }) => count === 0))
    return `There is no feedback under '${metric}' yet.`;
  if (leader.interval === null)
    return `No winner yet: the feedback under '${metric}' does not differ, or there is too little of it.`;
  const rivals = models.filter((one) => one !== leader && !beats(leader, one, report.lowerIsBetter));
  const leads = `'${leader.model}' leads under '${metric}' with ${numbersOf(leader)} and is the best with a probability of ${percent(leader.probability_best)}`;
  if (rivals.length === 0) return `${leads}; its interval lies beyond those of all others.`;
  const open = rivals.map((one) => `'${one.model}' with ${numbersOf(one)}`).join(', ');
  return `No winner yet: ${leads}, but ${open} ${rivals.length === 1 ? 'is' : 'are'} not ruled out.`;
}

function beats(one: Judged, other: Judged, lowerIsBetter: boolean): boolean {
  if (one.interval === null || other.interval === null) return false;
  return lowerIsBetter ? one.interval[1] < other.interval[0] : one.interval[0] > other.interval[1];
}

function numbersOf({ mean, interval }: Judged): string {
  if (mean === null) return 'nothing yet';
  return interval === null ? short(mean) : `${short(mean)} (${short(interval[0])} to ${short(interval[1])})`;
}

function unitOf({ feedback_type }: SummarisedReport): string {
  return feedback_type === 'metric' ? 'sessions with values' : 'pairs of compared sessions';
}

function short(number: number): string {
  return String(Number(number.toPrecision(3)));
}

/** Nothing is certain. */
function percent(probability: number): string {
  if (probability > 0.99) return 'more than 99%';
  return `${Math.round(probability * 100)}%`;
}
