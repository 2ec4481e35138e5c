/** First year with monthly partitions. Older rows share one, which limits the number of partitions. */
const firstYear = 2015;

/** A monthly partition, by the time of interactions. */
export interface Partition {
  /** End of the partition's name, for example `2026_01`. */
  readonly suffix: string;
  /** Start, RFC 3339 in UTC; null for no lower bound. */
  readonly from: string | null;
  /** End, exclusive. */
  readonly to: string;
}

/** The partition of a time. @param time RFC 3339 in UTC. */
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

/** The partitions of this month and of the following ones. */
export function partitionsAhead(now: Date, following: number): Partition[] {
  const ahead = [partitionOf(now.toISOString())];
  while (ahead.length <= following) ahead.push(partitionOf((ahead.at(-1) as Partition).to));
  return ahead;
}

function monthStart(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}-01T00:00:00.000Z`;
}
