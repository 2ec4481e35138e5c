import type { Topic } from '@earshot/contracts-core';
import { readTopic, type ReadRecord } from '@earshot/messaging';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source/data-source-options.js';
import type { DatabaseOptions } from './data-source/database-options.js';

/** A topic, and how to find out which of its records are not in the tables. */
export interface Reconciled {
  readonly topic: Topic;
  /**
   * A statement whose `$1` is a JSON array of events, and which selects one row for each that is missing, though nothing explains that: nobody
   * was erased, nothing removed.
   */
  readonly missing: Readonly<Record<string, string>>;
}

/** Events looked up at once. */
const batchEvents = 500;

/**
 * Compares topics with the tables, record by record, and tells of each topic how much of it is acknowledged and not stored.
 *
 * @param tell takes lines for people. @returns how much that is in all.
 */
export async function reconcile(
  database: DatabaseOptions,
  brokers: readonly string[],
  sources: readonly Reconciled[],
  tell: (line: string) => void,
): Promise<number> {
  const dataSource = await new DataSource(dataSourceOptions(database)).initialize();
  let total = 0;
  try {
    for (const { topic, missing } of sources) {
      let [acknowledged, lost] = [0, 0];
      await readTopic(brokers, topic, async (records) => {
        for (const [type, statement] of Object.entries(missing)) {
          const events = valuesOf(records, type);
          acknowledged += events.length;
          for (let from = 0; from < events.length; from += batchEvents) {
            const json = JSON.stringify(events.slice(from, from + batchEvents));
            const rows: unknown[] = await dataSource.query(statement, [json]);
            lost += rows.length;
          }
        }
      });
      tell(`${topic.name}: ${acknowledged} acknowledged, ${lost} of them not stored`);
      total += lost;
    }
    return total;
  } finally {
    await dataSource.destroy();
  }
}

function valuesOf(records: readonly ReadRecord[], type: string): unknown[] {
  return records.flatMap((record) => (record.type === type && record.value !== undefined ? [record.value] : []));
}
