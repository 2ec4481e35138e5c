/**
 * SQL that waits for the turn to publish the outbox of a schema, and has it to the end of the transaction: nobody else is between sending a
 * record and deleting its row then.
 *
 * @param schema SQL that says which.
 */
export function outboxTurn(schema: string): string {
  return `pg_advisory_xact_lock(hashtextextended('earshot:outbox:' || ${schema}, 0))`;
}
