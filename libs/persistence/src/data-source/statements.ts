import { QueryFailedError } from 'typeorm';
import type { Client } from 'pg';
import type { Transaction } from '../transaction.js';
import { PreparedStatements } from './prepared-statements.js';

/** By what TypeORM knows a connection by while it is somebody's. */
const open = new WeakMap<object, Statements>();

/**
 * A statement whose result nobody needs. In a transaction that waits for it at its end, of {@link transact}, it resolves at once: the statement
 * goes with those that follow, and where it fails, the transaction does. Elsewhere it resolves when the statement is done.
 *
 * @throws what the statement throws, where it is waited for.
 */
export async function write(tx: Transaction, sql: string, parameters: readonly unknown[]): Promise<void> {
  const statements = statementsOf(tx);
  if (statements === undefined) await tx.query(sql, [...parameters]);
  else statements.send(sql, parameters);
}

/**
 * The rows that a statement finds which is asked for often: in a transaction of {@link transact} it is planned once for a connection, so it has to
 * name the columns of its result, whose form a migration could change otherwise.
 *
 * @throws what the statement throws.
 */
export async function read<Row>(tx: Transaction, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
  const statements = statementsOf(tx);
  return statements === undefined ? tx.query<Row[]>(sql, [...parameters]) : statements.ask<Row>(sql, parameters);
}

/** Resolves when what was written so far is done. @throws what the first of it throws that failed. */
export async function written(tx: Transaction): Promise<void> {
  await statementsOf(tx)?.settled();
}

function statementsOf({ queryRunner }: Transaction): Statements | undefined {
  return queryRunner === undefined ? undefined : open.get(queryRunner);
}

/** The statements of a transaction, and those among them that nobody waits for yet. */
export class Statements {
  readonly #client: Client;
  readonly #prepared: PreparedStatements;
  #pending = 0;
  #failure: Error | undefined;
  #waiting: (() => void)[] = [];

  private constructor(client: Client) {
    this.#client = client;
    this.#prepared = PreparedStatements.of(client);
  }

  /** Of a transaction that has just begun, on a connection that sends without waiting. */
  static async open({ queryRunner }: Transaction): Promise<Statements> {
    if (queryRunner === undefined) throw new Error('this is no transaction');
    const statements = new Statements((await queryRunner.connect()) as Client);
    open.set(queryRunner, statements);
    return statements;
  }

  /** @throws what the statement throws that can't be sent. */
  send(sql: string, parameters: readonly unknown[]): void {
    this.#pending += 1;
    this.#query(sql, parameters, (failure) => {
      this.#pending -= 1;
      if (failure instanceof Error) this.#failure ??= failure;
      if (this.#pending === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    });
    // Told at once where parameters can't be sent: the server knows nothing of it, and would commit the rest.
    this.check();
  }

  /** @throws what the statement throws. */
  ask<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#query(sql, parameters, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer as Row[])));
    });
  }

  /** Resolves when all that was sent is done. @throws as {@link check} */
  async settled(): Promise<void> {
    if (this.#pending > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.check();
  }

  /** @throws the first failure there was, once. */
  check(): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
  }

  #query(sql: string, parameters: readonly unknown[], done: (answer: unknown[] | Error) => void): void {
    const name = this.#prepared.nameFor(sql);
    const statement = { text: sql, values: [...parameters], ...(name !== undefined && { name }) };
    this.#client.query(statement, (error: Error | null, result?: { rows: unknown[] }) => {
      if (name !== undefined) this.#prepared.ended(sql, name, error);
      done(error === null ? (result?.rows ?? []) : new QueryFailedError(sql, [...parameters], error));
    });
  }
}
