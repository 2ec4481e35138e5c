import { Injectable } from '@nestjs/common';
import type { CallContext, EventContract, StateContract } from '@earshot/contracts-core';
import { invalidRequest } from '@earshot/errors';
import { eventHeaders } from '@earshot/messaging';
import { write } from '../data-source/statements.js';
import type { Transaction } from '../data-source/transaction.js';

/** Brokers accept records below 1 MiB, headers included. A larger record would block the outbox for good. */
const maxValueBytes = 900_000;

/** Query runners of transactions that wrote to the outbox. */
const publishing = new WeakSet<object>();

/**
 * The records of a transaction: published if, and only if, it commits.
 *
 * Write the row first, then the record: the lock of the row makes the next change wait, so records of one key keep the
 * order of the changes.
 */
@Injectable()
export class Outbox {
  /** Whether this transaction wrote to the outbox. */
  static isUsedIn({ queryRunner }: Transaction): boolean {
    return queryRunner !== undefined && publishing.has(queryRunner);
  }

  /** Publishes the new value of an entity. */
  state<V>(tx: Transaction, contract: StateContract<V>, value: V, call: CallContext): Promise<void> {
    return insert(tx, contract, [{ key: contract.key(value), value: encoded(contract, value), call }]);
  }

  /** Publishes that entities were deleted. */
  tombstones(
    tx: Transaction,
    contract: Pick<StateContract, 'topic' | 'type'>,
    keys: readonly string[],
    call: CallContext,
  ): Promise<void> {
    return insert(
      tx,
      contract,
      keys.map((key) => ({ key, value: null, call })),
    );
  }

  /** Publishes an event. */
  event<E>(tx: Transaction, contract: EventContract<E>, event: E, call: CallContext): Promise<void> {
    return this.events(tx, contract, [{ event, call }]);
  }

  /** Publishes events, in one statement. */
  events<E>(
    tx: Transaction,
    contract: EventContract<E>,
    entries: readonly { event: E; call: CallContext }[],
  ): Promise<void> {
    const rows = entries.map(({ event, call }) => ({
      key: contract.key(event),
      value: encoded(contract, event),
      call,
    }));
    return insert(tx, contract, rows);
  }
}

interface Row {
  readonly key: string | null;
  /** As text, which takes half the bytes of bytea on the wire. */
  readonly value: string | null;
  readonly call: CallContext;
}

/** Validates before it stores: readers skip invalid records, and the loss would go unnoticed. */
function encoded<T>({ schema, type }: Pick<EventContract<T>, 'schema' | 'type'>, value: T): string {
  const checked = schema.safeParse(value);
  if (!checked.success) {
    const fields = checked.error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new Error(`invalid ${type}: ${fields}`);
  }
  const text = JSON.stringify(checked.data);
  if (Buffer.byteLength(text) <= maxValueBytes) return text;
  throw invalidRequest('record_too_large', `The data exceeds the limit of ${maxValueBytes} bytes.`);
}

async function insert(
  tx: Transaction,
  { topic, type }: Pick<StateContract, 'topic' | 'type'>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  if (tx.queryRunner !== undefined) publishing.add(tx.queryRunner);
  await write(
    tx,
    `insert into outbox (topic, key, type, value, headers)
     select $1, key, $2, convert_to(value, 'UTF8'), headers::json
     from unnest($3::text[], $4::text[], $5::text[]) with ordinality as entry (key, value, headers, place)
     order by place`,
    [
      topic.name,
      type,
      rows.map(({ key }) => key),
      rows.map(({ value }) => value),
      rows.map(({ call }) => JSON.stringify(eventHeaders(type, call))),
    ],
  );
}
