export { CommandRunner, type CommandFunction, type GroupWork } from './commands/command-runner.js';
export { answerEach, outcome, replaceEach } from './commands/outcome.js';
export { dataSourceOptions, type DatabaseOptions } from './data-source/data-source-options.js';
export { DatabaseFault, mapConstraintErrors } from './data-source/database-fault.js';
export { openDataSource } from './data-source/open-data-source.js';
export { inTransaction, outsideTransactions, type Transaction } from './data-source/transaction.js';
export { read, write } from './data-source/statements.js';
export { DatabaseHealth } from './database-health.js';
export { EventFence } from './events/event-fence.js';
export { EventRunner, type EventsFunction } from './events/event-runner.js';
export { UnstoredEvents } from './events/unstored-events.js';
export { gaugeUnstored } from './events/unstored-events.metrics.js';
export { migrate, migrateCommand } from './migrations/migrate.js';
export { Outbox } from './outbox/outbox.js';
export { outboxTurn } from './outbox/outbox-batch.js';
export { OutboxRelay } from './outbox/outbox-relay.js';
export { repeatedTask, Repeater } from './repeater.js';
export { fitting } from './paging/byte-budget.js';
export { decodeCursor, encodeCursor, type RowPosition } from './paging/cursor.js';
export { readPage, type PageRequest, type RowPage } from './paging/read-page.js';
export { PersistenceModule, type PersistenceOptions } from './persistence.module.js';
export { checkOf, missingOf, reconcile, type Reconciliation, type ReconciliationCheck } from './reconcile.js';
export {
  columnLists,
  columnsOf,
  insertionOf,
  insertRows,
  rowsOf,
  type Columns,
  type RowOf,
} from './rows/insert-rows.js';
export { nextUpdate, now, TimestampColumn } from './rows/timestamps.js';
export { publishedTable } from './state/published-table.js';
export { StateReconciler, type StateSource } from './state/state-reconciler.js';
