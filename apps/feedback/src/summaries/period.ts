/** A period, ms since 1970: `from` inclusive, `to` exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** A period as whole UTC days, which summaries cover, and partial days at its ends. */
export interface Parts {
  /** First day and day after the last, `2026-01-31`; null for none. */
  readonly days: { readonly from: string; readonly to: string } | null;
  readonly edges: readonly Period[];
}

const dayMs = 86_400_000;

/** Bounds of an open period that the database accepts as dates. */
const open = { from: Date.UTC(1, 0), to: Date.UTC(9999, 11, 31) };

/** Splits a period. @param from null: no lower bound. @param to null: no upper bound. */
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
