import { invalidRequest, type AppError } from '@earshot/errors';
import { write, type Transaction } from '@earshot/persistence';

/** SQLSTATE of a statement that exceeded its timeout. */
const cancelled = '57014';

const listTimes = 'a shorter time range (`created_after`, `created_before`)';

/** The field to narrow in each kind of query, and what to do. */
const narrowing = {
  list: { param: 'created_after', advice: listTimes },
  search: { param: 'text', advice: `${listTimes}, more words in \`text\`, or more filters` },
  statistics: { param: 'from', advice: 'a shorter time range (`from`, `to`) or a longer `interval`' },
} as const;

/** A query whose statements have a timeout. */
export interface BoundedQuery {
  readonly kind: keyof typeof narrowing;
  readonly timeoutMs: number;
}

/**
 * Runs reads with a timeout of each statement. Others in the transaction go on after one that exceeds it.
 *
 * @throws AppError `query_too_broad`
 */
export async function bounded<T>(
  tx: Transaction,
  query: BoundedQuery,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await tx.transaction(async (inner) => {
      await write(inner, `set local statement_timeout = ${query.timeoutMs}`, []);
      const result = await work(inner);
      await write(inner, 'set local statement_timeout to default', []);
      return result;
    });
  } catch (error) {
    throw isTimeout(error) ? tooBroad(query) : error;
  }
}

/** A query exceeded its time. */
export function tooBroad({ kind, timeoutMs }: BoundedQuery): AppError {
  const { param, advice } = narrowing[kind];
  const message = `The query took more than ${timeoutMs / 1_000} s. Use ${advice}.`;
  return invalidRequest('query_too_broad', message, { param });
}

function isTimeout(error: unknown): boolean {
  const { driverError } = error as { driverError?: { code?: unknown } };
  return driverError?.code === cancelled;
}
