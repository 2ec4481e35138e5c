import { overloaded, type AppError } from '@earshot/errors';
import { activeCalls, withSpans, type SpanDescriptor } from '@earshot/telemetry';
import type { DataSource } from 'typeorm';
import type { Transaction } from '../transaction.js';
import { isDatabaseAway, withoutValues } from './database-fault.js';
import { transact } from './transact.js';

/** Without statements: they would be many, and PostgreSQL knows how long each takes. */
const transactionSpan: SpanDescriptor = {
  kind: 'client',
  name: 'transaction',
  attributes: { 'db.system.name': 'postgresql', 'db.operation.name': 'transaction' },
};

/**
 * What the work does, if all of it succeeds, else nothing.
 *
 * @throws AppError `service_unavailable` while the database is away: by its type the lanes know that no message is to blame. What else the
 * work throws, without values.
 */
export function inTransaction<T>(dataSource: DataSource, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withSpans(transactionSpan, activeCalls(), () => blamingNobody(() => transact(dataSource, work)));
}

/** Single statements that need no transaction, each on whatever connection is free. @throws AppError as {@link inTransaction} */
export function outsideTransactions<T>(dataSource: DataSource, work: (manager: Transaction) => Promise<T>): Promise<T> {
  return blamingNobody(() => work(dataSource.manager));
}

async function blamingNobody<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const cause = withoutValues(error);
    throw isDatabaseAway(error) ? databaseAway(cause) : cause;
  }
}

/** The database is away: what needs it is worth trying again. */
export function databaseAway(cause: unknown): AppError {
  return overloaded('service_unavailable', 'A part of the service is not available at the moment.', 2, { cause });
}
