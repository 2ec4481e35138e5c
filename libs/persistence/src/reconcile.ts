import { setTimeout as sleep } from 'node:timers/promises';
import type { EventContract, Topic } from '@earshot/contracts-core';
import { readTopic, type KafkaAccess, type ReadRecord } from '@earshot/messaging';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseOptions } from './data-source/data-source-options.js';

/** Checks whether the things that an event reports are in the tables. */
export interface ReconciliationCheck {
  readonly topic: Topic;
  readonly type: string;
  /** Fields by which each thing of an event is found. */
  readonly expected: (event: unknown) => readonly object[];
  /** A statement that counts as `missing` those of the JSON array `$1` that are neither stored nor erased. */
  readonly missing: string;
}

/** Options of {@link reconcile}. */
export interface Reconciliation {
  readonly database: DatabaseOptions;
  readonly kafka: KafkaAccess;
  readonly checks: readonly ReconciliationCheck[];
  /** Prints a line of the result. */
  readonly print: (line: string) => void;
}

/** Rows of one statement, which takes some ten milliseconds. */
const batchRows = 2_000;

/** An event may reach the tables this long after its acknowledgement, ms. */
const storedWithinMs = 30_000;
const retryMs = 500;

/** Makes the check of one event contract. */
export function checkOf<E>(
  { topic, type }: EventContract<E>,
  expected: (event: E) => readonly object[],
  missing: string,
): ReconciliationCheck {
  return { topic, type, expected: (event) => expected(event as E), missing };
}

/** Counts the things that events report, and those of them that are not in the tables. */
export async function missingOf(
  dataSource: Pick<DataSource, 'query'>,
  { expected, missing }: Pick<ReconciliationCheck, 'expected' | 'missing'>,
  events: readonly unknown[],
  deadlineAt = 0,
): Promise<{ expected: number; missing: number }> {
  const rows = events.flatMap((event) => [...expected(event)]);
  let total = 0;
  for (let from = 0; from < rows.length; from += batchRows) {
    const json = JSON.stringify(rows.slice(from, from + batchRows));
    for (;;) {
      const [found]: [{ missing: number }] = await dataSource.query(missing, [json]);
      if (found.missing === 0 || Date.now() >= deadlineAt) {
        total += found.missing;
        break;
      }
      await sleep(retryMs);
    }
  }
  return { expected: rows.length, missing: total };
}

/**
 * Reads whole topics and prints for each kind of event how many are acknowledged and how many of them are not stored.
 *
 * @returns the number of all that are not stored.
 */
export async function reconcile({ database, kafka, checks, print }: Reconciliation): Promise<number> {
  const dataSource = await new DataSource(dataSourceOptions(database)).initialize();
  const deadlineAt = Date.now() + storedWithinMs;
  let lost = 0;
  try {
    for (const topic of new Set(checks.map((check) => check.topic))) {
      const counted = checks.filter((one) => one.topic === topic).map((one) => ({ one, expected: 0, missing: 0 }));
      await readTopic(kafka, topic, async (records) => {
        for (const count of counted) {
          const found = await missingOf(dataSource, count.one, valuesOf(records, count.one.type), deadlineAt);
          count.expected += found.expected;
          count.missing += found.missing;
        }
      });
      for (const { one, expected, missing } of counted) {
        print(`${topic.name} ${one.type}: ${expected} acknowledged, ${missing} of them not stored`);
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
