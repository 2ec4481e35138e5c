import { overloaded } from '@earshot/errors';
import { activeCalls, withSpans, type SpanDescriptor } from '@earshot/telemetry';
import type { DataSource, EntityManager } from 'typeorm';
import { isDatabaseAway, withoutValues } from './database-fault.js';
import { Statements } from './statements.js';

/** An open transaction: the first argument of every repository method. */
export type Transaction = EntityManager;

/** One span for all statements: they would be many, and PostgreSQL reports how long each takes. */
const transactionSpan: SpanDescriptor = {
  kind: 'client',
  name: 'transaction',
  attributes: { 'db.system.name': 'postgresql', 'db.operation.name': 'transaction' },
};

/**
 * Runs the work in one transaction: all of it is committed, or nothing.
 *
 * @throws AppError `service_unavailable` while the database is away, by which the lanes know that no message is to
 * blame; other errors of the work, without values.
 */
export function inTransaction<T>(dataSource: DataSource, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withSpans(transactionSpan, activeCalls(), () => withSafeErrors(() => transact(dataSource, work)));
}

/** Runs single statements, each on any free connection. @throws AppError as {@link inTransaction} */
export function outsideTransactions<T>(dataSource: DataSource, work: (manager: Transaction) => Promise<T>): Promise<T> {
  return withSafeErrors(() => work(dataSource.manager));
}

/**
 * Runs a transaction that waits for its writes (`write`) only at the end, together with its commit. PostgreSQL rolls
 * back the commit of a transaction in which a statement failed.
 *
 * @throws what the work or a statement of it throws; nothing of it is kept.
 */
export async function transact<T>(dataSource: DataSource, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let statements: Statements | undefined;
  try {
    return await dataSource.transaction(async (tx) => {
      statements = await Statements.open(tx);
      return work(tx);
    });
  } finally {
    // All answers arrive before that of commit or rollback. The first failed statement is why later ones failed.
    statements?.check();
  }
}

async function withSafeErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const cause = withoutValues(error);
    if (!isDatabaseAway(error)) throw cause;
    throw overloaded('service_unavailable', 'A service is not available. Retry the request.', 2, { cause });
  }
}
