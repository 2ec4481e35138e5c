/** A read that may have failed before it had data. */
interface Read {
  readonly isLoadingError: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** The first error of reads that have no data, and how to ask those again. */
export function failedReads(reads: readonly Read[]): { error: Error | null; retry: () => void } {
  const failed = reads.filter(({ isLoadingError }) => isLoadingError);
  return { error: failed[0]?.error ?? null, retry: () => failed.forEach(({ refetch }) => void refetch()) };
}
