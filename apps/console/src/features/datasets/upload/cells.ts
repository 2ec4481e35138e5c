/** Cells that a row shows at most; more parts share cells. */
export const maxCells = 160;

/** Returns the share of each cell of a progress row, 0 to 1. */
export function cellsOf(parts: readonly number[], most = maxCells): number[] {
  const count = Math.min(parts.length, most);
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * parts.length) / count);
    const group = parts.slice(from, Math.floor(((index + 1) * parts.length) / count));
    return group.reduce((sum, share) => sum + share, 0) / group.length;
  });
}
