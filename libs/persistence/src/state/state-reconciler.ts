import type { StateContract } from '@earshot/contracts-core';
import { backOffMs, newCallContext, type Logger, type StateReplica } from '@earshot/messaging';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type EntityTarget } from 'typeorm';
import { canonicalJson } from '../canonical-json.js';
import { DATABASE_LOGGER } from '../data-source/data-source-options.js';
import { withoutValues } from '../data-source/database-fault.js';
import { Outbox } from '../outbox/outbox.js';
import { OutboxRelay } from '../outbox/outbox-relay.js';

/** A state topic and the table that it follows. */
export interface StateSource<Row extends { id: string }, V> {
  readonly contract: StateContract<V>;
  /** This process's replica of the contract. */
  readonly replica: StateReplica<V>;
  /** Entity of the table; its `id` is the key of the state. */
  readonly entity: EntityTarget<Row>;
  /** The value that a row is published as; the row itself unless given. */
  readonly toValue?: (row: Row) => V;
}

/** Rows of one comparison. */
const pageRows = 500;

/** Rows locked and published again at once; their writers wait for some milliseconds. */
const repairRows = 100;

/** Nobody waits for it; a missing broker or database may take minutes to return. */
const backOff = { firstMs: 200, maxMs: 10_000 };

/** Timeout of publishing before the comparison restarts, ms. */
const flushDeadlineMs = 30_000;

/**
 * Compares each state topic with its table once after a start, and publishes the differences: needed after a restore of
 * the database or with a new broker. The table is right.
 */
@Injectable()
export class StateReconciler {
  readonly #sources: StateSource<{ id: string }, unknown>[] = [];
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #pending = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly relay: OutboxRelay,
    @Inject(DATABASE_LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether the comparison is still pending. */
  get pending(): boolean {
    return this.#pending && this.#sources.length > 0;
  }

  /** Call it before the application has started; {@link publishedTable} does. */
  add<Row extends { id: string }, V>(source: StateSource<Row, V>): void {
    this.#sources.push(source as unknown as StateSource<{ id: string }, unknown>);
  }

  /** Starts the comparison, with retries until it is done or stopped. */
  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([Promise.all(this.#sources.map(({ replica }) => replica.ready)), aborted]);
    for (let tries = 1; this.#pending && !signal.aborted; tries += 1) {
      try {
        for (const source of this.#sources) await this.#reconcile(source);
        this.#pending = false;
      } catch (error) {
        this.logger.warn({ err: withoutValues(error) }, 'state check failed, retrying');
        await sleep(backOffMs(backOff, tries), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #reconcile(source: StateSource<{ id: string }, unknown>): Promise<void> {
    const { contract, replica } = source;
    // Read before the table: later records are newer than the rows.
    const published = new Map([...replica.values()].map((value) => publishedOf(contract, replica, value)));
    const stale = await this.#differences(source, published);
    for (let from = 0; from < stale.length; from += repairRows) {
      await this.#repair(source, stale.slice(from, from + repairRows));
    }
    if (stale.length === 0) return;
    await this.relay.flush(flushDeadlineMs);
    this.logger.info({ topic: contract.topic.name, records: stale.length }, 'state republished from its table');
  }

  /** Ids of rows that differ from their record, and of records without a row. */
  async #differences(
    { contract, entity, toValue = itself }: StateSource<{ id: string }, unknown>,
    published: Map<string, string | undefined>,
  ): Promise<string[]> {
    const unseen = new Set(published.keys());
    const stale: string[] = [];
    for (let after: string | undefined; ;) {
      const query = this.dataSource.createQueryBuilder(entity, 'row').orderBy('row.id').limit(pageRows);
      const rows = await (after === undefined ? query : query.where('row.id > :after', { after })).getMany();
      for (const row of rows) {
        unseen.delete(row.id);
        if (published.get(row.id) !== recordOf(contract, toValue(row))) stale.push(row.id);
      }
      if (rows.length < pageRows) return [...stale, ...unseen];
      after = rows.at(-1)?.id;
    }
  }

  async #repair(source: StateSource<{ id: string }, unknown>, ids: string[]): Promise<void> {
    const { entity, contract, toValue = itself } = source;
    const call = newCallContext();
    await this.dataSource.transaction(async (tx) => {
      // Locked, so that a concurrent change is published later.
      const query = tx.createQueryBuilder(entity, 'row').where('row.id = any(:ids)', { ids }).orderBy('row.id');
      const rows = await query.setLock('pessimistic_read').getMany();
      for (const row of rows) await this.outbox.state(tx, contract, toValue(row), call);
      const found = new Set(rows.map(({ id }) => id));
      const deleted = ids.filter((id) => !found.has(id));
      await this.outbox.tombstones(tx, contract, deleted, call);
    });
  }
}

const itself = (row: object): unknown => row;

/**
 * The text that the outbox would publish for a value, in canonical form: without fields that the contract does not
 * name.
 */
function recordOf<V>({ schema }: StateContract<V>, value: V): string {
  const checked = schema.safeParse(value);
  return canonicalJson(checked.success ? checked.data : value);
}

/** The key and the published text; undefined where an older version published it, without its producer's name. */
function publishedOf<V>(contract: StateContract<V>, replica: StateReplica<V>, value: V): [string, string | undefined] {
  const key = contract.key(value);
  return [key, replica.lacksProducer(key) ? undefined : canonicalJson(value)];
}
