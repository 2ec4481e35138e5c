/**
 * How long to wait before a try, ms: doubling from the first, capped, and at random the upper half of that, so that
 * processes which failed together do not try again together.
 *
 * @param tries how many have failed, from 1.
 */
export function backOffMs(tries: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(tries - 1, 30));
  return full / 2 + Math.random() * (full / 2);
}
