/** A part of time, ms since 1970: from `from` on, until before `to`. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** A period as the summaries can tell it: whole UTC days, and at its ends parts of at most two. */
export interface Parts {
  /** First day and the one after the last, `2026-01-31`; null for none. */
  readonly days: { readonly from: string; readonly to: string } | null;
  readonly edges: readonly Period[];
}

const dayMs = 86_400_000;

/** Before everything and after it, as dates that the database takes: nothing is recorded before 1970, and little after 9999. */
const open = { from: Date.UTC(1, 0), to: Date.UTC(9999, 11, 31) };

/** Takes a period apart. @param from null: from the beginning. @param to null: until now. */
export function partsOf(from: string | null, to: string | null): Parts {
  const begin = from === null ? open.from : Date.parse(from);
  const end = to === null ? open.to : Date.parse(to);
  if (end <= begin) return { days: null, edges: [] };
  const firstDay = Math.ceil(begin / dayMs) * dayMs;
  const lastDay = Math.floor(end / dayMs) * dayMs;
  if (firstDay > lastDay) return { days: null, edges: [{ from: begin, to: end }] };
  const edges = [
    { from: begin, to: firstDay },
    { from: lastDay, to: end },
  ].filter((edge) => edge.from < edge.to);
  return { days: firstDay < lastDay ? { from: dateOf(firstDay), to: dateOf(lastDay) } : null, edges };
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
