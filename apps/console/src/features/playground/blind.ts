/** Returns the items in random order (Fisher-Yates). `random` returns a number from 0 to below 1. */
export function shuffled<T>(items: readonly T[], random: () => number = Math.random): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}

/** Name of a column while its model is hidden: A, B, C or D. */
export function letterOf(column: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + column);
}
