import type { DataSource } from 'typeorm';
import type { Transaction } from '../transaction.js';
import { Statements } from './statements.js';

/**
 * A transaction in which what is written (`write`) is waited for at its end alone, together with its commit: PostgreSQL makes a rollback of the
 * commit of a transaction in which a statement has failed.
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
    // The answer to commit or rollback came behind those to all statements before it. Where one has failed, it is why those after it did.
    statements?.check();
  }
}
