import type { FeedbackStatistics, FeedbackStatisticsRequest } from '@earshot/contracts-feedback';
import type { StatisticsCell } from './feedback-statistics.repository.js';

const lengthMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** Digits of a mean: 21,000 of them fit into a record. */
const meanDigits = 12;

/**
 * Creates the statistics from cells.
 *
 * @param cells by time and rank, the total first. @param nameOf returns the name of a group.
 */
export function toStatistics(
  [total, ...cells]: readonly StatisticsCell[],
  { from, interval }: Pick<FeedbackStatisticsRequest, 'from' | 'interval'>,
  nameOf: (name: string) => string | null,
): FeedbackStatistics {
  const length = lengthMs[interval];
  const first = Math.floor(Date.parse(from) / length);
  const ranks = [...new Set(cells.map(({ rank }) => rank))].sort((one, other) => place(one) - place(other));
  const names = new Map(cells.map(({ rank, name }) => [rank, name]));
  const numbers = (field: 'count' | 'comparisons' | 'outcomes') => cells.map((cell) => Number(cell[field]));
  return {
    groups: ranks.map((rank) => ({ name: rank === null ? null : nameOf(names.get(rank) ?? ''), other: rank === null })),
    cells: {
      time: cells.map(({ time }) => Math.floor(Number(time) / length) - first),
      group: cells.map(({ rank }) => ranks.indexOf(rank)),
      count: numbers('count'),
      mean: cells.map(({ mean }) => rounded(mean)),
      comparisons: numbers('comparisons'),
      outcomes: numbers('outcomes'),
    },
    total: {
      count: Number(total?.count ?? 0),
      comparisons: Number(total?.comparisons ?? 0),
      outcomes: Number(total?.outcomes ?? 0),
    },
  };
}

/** The rest comes last. */
function place(rank: number | null): number {
  return rank ?? Number.POSITIVE_INFINITY;
}

/** null beyond a double. */
function rounded(mean: string | null): number | null {
  const number = Number(mean);
  return mean !== null && Number.isFinite(number) ? Number(number.toPrecision(meanDigits)) : null;
}
