import { invalidRequest, type AppError } from '@earshot/errors';
import type { Transaction } from '@earshot/persistence';

/** SQLSTATE of a statement that exceeded its timeout. */
const cancelled = '57014';

/**
 * Runs reads with a timeout of each statement. Others in the transaction go on after one that exceeds it.
 *
 * @param param the field to narrow, for the error. @throws AppError `query_too_broad`
 */
export async function bounded<T>(
  tx: Transaction,
  { timeoutMs, param }: { timeoutMs: number; param: string },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await tx.transaction(async (inner) => {
      await inner.query(`set local statement_timeout = ${timeoutMs}`);
      const result = await work(inner);
      await inner.query('set local statement_timeout to default');
      return result;
    });
  } catch (error) {
    throw isTimeout(error) ? tooBroad(timeoutMs, param) : error;
  }
}

/** A query exceeded its time. */
export function tooBroad(timeoutMs: number, param: string): AppError {
  const message = `The query took more than ${timeoutMs / 1_000} s. Use a shorter time range, more words or more filters.`;
  return invalidRequest('query_too_broad', message, { param });
}

function isTimeout(error: unknown): boolean {
  const { driverError } = error as { driverError?: { code?: unknown } };
  return driverError?.code === cancelled;
}
