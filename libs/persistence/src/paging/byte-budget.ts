/** Maximum of an answer: Kafka records are below 1 MB, and this leaves room for fields that are not counted. */
const answerBytes = 700_000;

/** Counts the first items that fit into an answer together; at least one. */
export function fitting(sizes: readonly number[], budget = answerBytes): number {
  let [count, bytes] = [0, 0];
  for (const size of sizes) {
    bytes += size;
    if (count > 0 && bytes > budget) break;
    count += 1;
  }
  return count;
}
