import { QueryFailedError } from 'typeorm';
import type { Client } from 'pg';
import type { Transaction } from './transaction.js';
import { PreparedStatements } from './prepared-statements.js';

/** By query runner, which TypeORM has one of for each transaction. */
const open = new WeakMap<object, Statements>();

/**
 * Sends a statement without a result. In a transaction of {@link transact} it resolves at once: the statement travels
 * with the next ones, and its failure fails the transaction. Elsewhere it resolves when the statement is done.
 *
 * @throws the error of the statement, where it waits for it.
 */
export async function write(tx: Transaction, sql: string, parameters: readonly unknown[]): Promise<void> {
  const statements = statementsOf(tx);
  if (statements === undefined) await tx.query(sql, [...parameters]);
  else statements.send(sql, parameters);
}

/**
 * Reads rows with a frequent statement. In a transaction of {@link transact} it is a prepared statement, so it must
 * name its columns: a migration could change the form of `*`.
 *
 * @throws the error of the statement.
 */
export async function read<Row>(tx: Transaction, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
  const statements = statementsOf(tx);
  return statements === undefined ? tx.query<Row[]>(sql, [...parameters]) : statements.query<Row>(sql, parameters);
}

/** Waits for all writes so far. @throws the error of the first one that failed. */
export async function waitForWrites(tx: Transaction): Promise<void> {
  await statementsOf(tx)?.idle();
}

function statementsOf({ queryRunner }: Transaction): Statements | undefined {
  return queryRunner === undefined ? undefined : open.get(queryRunner);
}

/** The statements of a transaction, with those that nobody waits for yet. */
export class Statements {
  readonly #prepared: PreparedStatements;
  #pending = 0;
  #failure: Error | undefined;
  #waiting: (() => void)[] = [];

  private constructor(private readonly client: Client) {
    this.#prepared = PreparedStatements.of(client);
  }

  /** Opens a new transaction, on a pipelined connection. */
  static async open({ queryRunner }: Transaction): Promise<Statements> {
    if (queryRunner === undefined) throw new Error('the connection has no open transaction');
    const statements = new Statements((await queryRunner.connect()) as Client);
    open.set(queryRunner, statements);
    return statements;
  }

  /** @throws the error of a statement that cannot be sent. */
  send(sql: string, parameters: readonly unknown[]): void {
    this.#pending += 1;
    this.#query(sql, parameters, (failure) => {
      this.#pending -= 1;
      if (failure instanceof Error) this.#failure ??= failure;
      if (this.#pending === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    });
    // Checked at once: the server does not know a statement that was not sent, and would commit the rest.
    this.check();
  }

  /** @throws the error of the statement. */
  query<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#query(sql, parameters, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer as Row[])));
    });
  }

  /** Waits for all sent statements. @throws as {@link check} */
  async idle(): Promise<void> {
    if (this.#pending > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.check();
  }

  /** @throws the first failure, once. */
  check(): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
  }

  #query(sql: string, parameters: readonly unknown[], done: (answer: unknown[] | Error) => void): void {
    const name = this.#prepared.nameFor(sql);
    const statement = { text: sql, values: [...parameters], ...(name !== undefined && { name }) };
    this.client.query(statement, (error: Error | null, result?: { rows: unknown[] }) => {
      if (name !== undefined) this.#prepared.ended(sql, name, error);
      done(error === null ? (result?.rows ?? []) : new QueryFailedError(sql, [...parameters], error));
    });
  }
}
