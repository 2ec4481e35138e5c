import { Injectable } from '@nestjs/common';
import type { CallContext, EventContract, StateContract } from '@earshot/contracts-core';
import { invalidRequest } from '@earshot/errors';
import { eventHeaders } from '@earshot/messaging';
import { write } from '../data-source/statements.js';
import type { Transaction } from '../transaction.js';

/** Brokers take records below 1 MiB; this leaves room for key and headers. A larger one would stop the outbox for good. */
const maxValueBytes = 900_000;

/** Transactions, by what TypeORM has one of for each. */
const telling = new WeakSet<object>();

/**
 * What a transaction tells others: published if, and only if, it commits.
 *
 * Records of one key are published in the order of the changes as long as each is put here after its row was written:
 * the row's lock keeps the next change waiting until then.
 */
@Injectable()
export class Outbox {
  /** Whether this transaction tells others anything. */
  static isUsedIn({ queryRunner }: Transaction): boolean {
    return queryRunner !== undefined && telling.has(queryRunner);
  }

  /** The entity's new value, in full. */
  state<V>(tx: Transaction, contract: StateContract<V>, value: V, call: CallContext): Promise<void> {
    return insert(tx, contract, [{ key: contract.key(value), value: encoded(contract, value), call }]);
  }

  /** These entities are gone. */
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

  /** A fact that holds from the commit on. */
  event<E>(tx: Transaction, contract: EventContract<E>, event: E, call: CallContext): Promise<void> {
    return this.events(tx, contract, [{ event, call }]);
  }

  /** Facts that hold from the commit on, in one statement. */
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
  /** As text: that is half as long on its way as bytes are. */
  readonly value: string | null;
  readonly call: CallContext;
}

/** Checked before it is kept: readers skip what does not fit, and nobody could tell where it has gone. */
function encoded<T>({ schema, type }: Pick<EventContract<T>, 'schema' | 'type'>, value: T): string {
  const checked = schema.safeParse(value);
  if (!checked.success) {
    const fields = checked.error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new Error(`this is no ${type}: ${fields}`);
  }
  const text = JSON.stringify(checked.data);
  if (Buffer.byteLength(text) <= maxValueBytes) return text;
  throw invalidRequest('record_too_large', `This is larger than the ${maxValueBytes} bytes that can be kept.`);
}

async function insert(
  tx: Transaction,
  { topic, type }: Pick<StateContract, 'topic' | 'type'>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  if (tx.queryRunner !== undefined) telling.add(tx.queryRunner);
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
