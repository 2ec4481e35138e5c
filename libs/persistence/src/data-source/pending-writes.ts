import { QueryFailedError } from 'typeorm';
import type { Client } from 'pg';
import type { Transaction } from '../transaction.js';
import { PreparedWrites } from './prepared-writes.js';

/** By what TypeORM knows a connection by while it is somebody's. */
const open = new WeakMap<object, PendingWrites>();

/**
 * A statement whose result nobody needs. In a transaction that waits for it at its end, of {@link transact}, it resolves at once: the statement
 * goes with those that follow, and where it fails, the transaction does. Elsewhere it resolves when the statement is done.
 *
 * @throws what the statement throws, where it is waited for.
 */
export async function write(tx: Transaction, sql: string, parameters: readonly unknown[]): Promise<void> {
  const writes = pendingWrites(tx);
  if (writes === undefined) await tx.query(sql, [...parameters]);
  else writes.send(sql, parameters);
}

/** Resolves when what was written so far is done. @throws what the first of it throws that failed. */
export async function written(tx: Transaction): Promise<void> {
  await pendingWrites(tx)?.settled();
}

function pendingWrites({ queryRunner }: Transaction): PendingWrites | undefined {
  return queryRunner === undefined ? undefined : open.get(queryRunner);
}

/** The statements of a transaction that nobody waits for yet. */
export class PendingWrites {
  readonly #client: Client;
  readonly #prepared: PreparedWrites;
  #pending = 0;
  #failure: Error | undefined;
  #waiting: (() => void)[] = [];

  private constructor(client: Client) {
    this.#client = client;
    this.#prepared = PreparedWrites.of(client);
  }

  /** Of a transaction that has just begun, on a connection that sends without waiting. */
  static async open({ queryRunner }: Transaction): Promise<PendingWrites> {
    if (queryRunner === undefined) throw new Error('this is no transaction');
    const writes = new PendingWrites((await queryRunner.connect()) as Client);
    open.set(queryRunner, writes);
    return writes;
  }

  /** @throws what the statement throws that can't be sent. */
  send(sql: string, parameters: readonly unknown[]): void {
    this.#pending += 1;
    const name = this.#prepared.nameFor(sql);
    const statement = { text: sql, values: [...parameters], ...(name !== undefined && { name }) };
    this.#client.query(statement, (error: Error | null) => {
      this.#pending -= 1;
      if (name !== undefined) this.#prepared.ended(sql, name, error);
      if (error !== null) this.#failure ??= new QueryFailedError(sql, [...parameters], error);
      if (this.#pending === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    });
    // Told at once where parameters can't be sent: the server knows nothing of it, and would commit the rest.
    this.check();
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
}
