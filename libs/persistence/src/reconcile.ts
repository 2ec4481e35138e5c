import { setTimeout as sleep } from 'node:timers/promises';
import type { EventContract, Topic } from '@earshot/contracts-core';
import { readTopic, type KafkaAccess, type ReadRecord } from '@earshot/messaging';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source/data-source-options.js';
import type { DatabaseOptions } from './data-source/database-options.js';

/** What an event tells of, and how to find out what of it is not in the tables. */
export interface Comparison {
  readonly topic: Topic;
  readonly type: string;
  /** What is looked for: the few fields that it takes, of each thing that the event tells of. */
  readonly wanted: (event: unknown) => readonly object[];
  /**
   * A statement whose `$1` is a JSON array of those, and which selects how many are `missing`, though nothing explains that: nobody was erased,
   * nothing removed.
   */
  readonly missing: string;
}

/** Where to compare, and whom to tell. */
export interface Reconciliation {
  readonly database: DatabaseOptions;
  readonly kafka: KafkaAccess;
  readonly comparisons: readonly Comparison[];
  /** Takes lines for people. */
  readonly tell: (line: string) => void;
}

/** Looked up at once: a statement of some ten milliseconds. */
const batchRows = 2_000;

/** What was acknowledged a moment ago may be on its way to the tables for as long, ms. */
const onItsWayMs = 30_000;
const lookAgainMs = 500;

/** Compares the events of one contract. */
export function comparing<E>(
  { topic, type }: EventContract<E>,
  wanted: (event: E) => readonly object[],
  missing: string,
): Comparison {
  return { topic, type, wanted: (event) => wanted(event as E), missing };
}

/** How many things that these events tell of are not in the tables. */
export async function missingOf(
  dataSource: Pick<DataSource, 'query'>,
  { wanted, missing }: Pick<Comparison, 'wanted' | 'missing'>,
  events: readonly unknown[],
  deadlineAt = 0,
): Promise<{ wanted: number; missing: number }> {
  const rows = events.flatMap((event) => [...wanted(event)]);
  let total = 0;
  for (let from = 0; from < rows.length; from += batchRows) {
    const json = JSON.stringify(rows.slice(from, from + batchRows));
    for (;;) {
      const [found]: [{ missing: number }] = await dataSource.query(missing, [json]);
      if (found.missing === 0 || Date.now() >= deadlineAt) {
        total += found.missing;
        break;
      }
      await sleep(lookAgainMs);
    }
  }
  return { wanted: rows.length, missing: total };
}

/**
 * Compares topics with the tables, record by record, and tells of each kind of event how much of it is acknowledged and not stored.
 *
 * @returns how much that is in all.
 */
export async function reconcile({ database, kafka, comparisons, tell }: Reconciliation): Promise<number> {
  const dataSource = await new DataSource(dataSourceOptions(database)).initialize();
  const deadlineAt = Date.now() + onItsWayMs;
  let lost = 0;
  try {
    for (const topic of new Set(comparisons.map((comparison) => comparison.topic))) {
      const counted = comparisons.filter((one) => one.topic === topic).map((one) => ({ one, wanted: 0, missing: 0 }));
      await readTopic(kafka, topic, async (records) => {
        for (const count of counted) {
          const found = await missingOf(dataSource, count.one, valuesOf(records, count.one.type), deadlineAt);
          count.wanted += found.wanted;
          count.missing += found.missing;
        }
      });
      for (const { one, wanted, missing } of counted) {
        tell(`${topic.name} ${one.type}: ${wanted} acknowledged, ${missing} of them not stored`);
        lost += missing;
      }
    }
    return lost;
  } finally {
    await dataSource.destroy();
  }
}

function valuesOf(records: readonly ReadRecord[], type: string): unknown[] {
  return records.flatMap((record) => (record.type === type && record.value !== undefined ? [record.value] : []));
}
