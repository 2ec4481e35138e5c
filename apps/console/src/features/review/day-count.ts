const storageKey = 'earshot-reviewed-today';

/** Reviews of a day in this browser: queue and reviewer, and how many. */
export interface DayCount {
  readonly day: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Returns the counts after `change` more reviews. Another day starts at nothing. */
export function countedOn(before: DayCount | null, day: string, name: string, change: number): DayCount {
  const counts = before?.day === day ? before.counts : {};
  return { day, counts: { ...counts, [name]: Math.max(0, (counts[name] ?? 0) + change) } };
}

/** Counts reviews of today. `change` is negative for those taken back. @returns how many there are. */
export function countToday(queue: string, reviewer: string, change: number): number {
  const name = `${queue} ${reviewer}`;
  const next = countedOn(storedCount(), new Date().toDateString(), name, change);
  if (change !== 0) localStorage.setItem(storageKey, JSON.stringify(next));
  return next.counts[name] ?? 0;
}

function storedCount(): DayCount | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as DayCount | null;
  } catch {
    return null;
  }
}
