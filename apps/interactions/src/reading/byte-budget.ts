/** What an answer may carry: records of the lanes are below 1 MB, and this leaves room for all that is not counted. */
export const answerBytes = 700_000;

/** How many of the first of these fit into an answer together; one always does. */
export function fitting(sizes: readonly number[], budget = answerBytes): number {
  let [count, bytes] = [0, 0];
  for (const size of sizes) {
    bytes += size;
    if (count > 0 && bytes > budget) break;
    count += 1;
  }
  return count;
}
