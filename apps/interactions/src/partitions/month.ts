/** First year that has partitions of its own months; what is older lies together, so that their number stays small whatever is imported. */
const firstYear = 2015;

/** A partition of a table that is partitioned by the time at which interactions took place. */
export interface Partition {
  /** End of the partition's name, for example `2026_01`. */
  readonly suffix: string;
  /** First moment in it, RFC 3339 in UTC; null for all time before. */
  readonly from: string | null;
  /** First moment after it. */
  readonly to: string;
}

/** The partition of a moment. @param time RFC 3339 in UTC. */
export function partitionOf(time: string): Partition {
  const year = Number(time.slice(0, 4));
  const month = Number(time.slice(5, 7));
  if (year < firstYear) return { suffix: 'earlier', from: null, to: monthStart(firstYear, 1) };
  return {
    suffix: `${year}_${String(month).padStart(2, '0')}`,
    from: monthStart(year, month),
    to: month === 12 ? monthStart(year + 1, 1) : monthStart(year, month + 1),
  };
}

/** The partitions of this month and of those that follow it. */
export function partitionsAhead(now: Date, following: number): Partition[] {
  const ahead = [partitionOf(now.toISOString())];
  while (ahead.length <= following) ahead.push(partitionOf((ahead.at(-1) as Partition).to));
  return ahead;
}

function monthStart(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}-01T00:00:00.000Z`;
}
